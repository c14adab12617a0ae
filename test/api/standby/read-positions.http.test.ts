import { afterAll, describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { READ_POSITION_HEADER } from "../../../contract/read-position.ts";
import { buildConsoleCoach } from "../../factories/api/console-coach.ts";
import { standbyOutcomes } from "../../factories/api/standby-outcomes.ts";
import { startApi } from "../../harness/api.ts";
import { useApi } from "../../harness/use-api.ts";

const { api: without, issuer } = await useApi();
const { database } = without;
const nowhere = new URL(database.appUrl);
nowhere.hostname = "127.0.0.1";
nowhere.port = "1";
nowhere.search = "";
// Its address leads to the primary, as a balancer's does after a promotion: there is no standby to read at.
const api = await startApi({ issuer: issuer.issuer, database, readUrl: database.appUrl });
const other = await startApi({ issuer: issuer.issuer, database, readUrl: nowhere.href });
const coach = await buildConsoleCoach(api, api.deps.database.em, issuer);
const atOther = await buildConsoleCoach(other, api.deps.database.em, issuer);
const atNone = await buildConsoleCoach(without, api.deps.database.em, issuer);
afterAll(async () => {
  await api.close();
  await other.close();
});

const Page = z.object({ items: z.array(z.unknown()), nextCursor: z.string().nullable() });
const POSITION = /^[\w-]{8}\.[0-9a-f]{16}\.[\w-]{22}$/;

describe("A read position is carried by", () => {
  test("the answers of acts, changes and lists to the console, each no earlier than the one before", async () => {
    const { workspaceId } = coach.pair;
    const inbox = `/api/v1/workspaces/${workspaceId}/coach-tasks`;
    const list = await coach.ask("GET", inbox);
    const act = await coach.move("pause");
    const overview = await coach.ask("GET", `/api/v1/workspaces/${workspaceId}/overview`);
    const again = await coach.move("resume");
    const positions = [list, act, overview, again].map(({ position }) => position ?? "");
    for (const position of positions) expect(position).toMatch(POSITION);
    expect(positions.toSorted()).toEqual(positions);
    expect(positions[1]).not.toBe(positions[0]);
  });

  test("no refusal", async () => {
    const { status, position } = await coach.ask(
      "GET",
      "/api/v1/workspaces/nothing/daily-overview",
    );
    expect({ status, position }).toEqual({ status: 404, position: null });
  });

  test("no answer to an app", async () => {
    const { pair } = coach;
    const path = `/api/v1/workspaces/${pair.workspaceId}/daily-overview`;
    const { status, headers } = await api.call("GET", path, { token: pair.coachToken });
    expect({ status, position: headers.get(READ_POSITION_HEADER) }).toEqual({
      status: 200,
      position: null,
    });
  });

  test("nothing at all if no standby is configured", async () => {
    expect(await atNone.move("pause")).toMatchObject({ status: 200, position: null });
    expect(await atNone.overview()).toMatchObject({ status: 200, position: null });
    expect(without.deps.metrics.getSingleMetric("sideline_standby_reads_total")).toBeUndefined();
  });
});

describe("The primary answers", () => {
  test("a read without a position, and one with a position that nobody signed", async () => {
    const unsigned = "aaaaaaaa.0000000000000001.aaaaaaaaaaaaaaaaaaaaaa";
    expect(
      await standbyOutcomes(api, async () => {
        expect((await coach.overview()).status).toBe(200);
        expect((await coach.overview({ position: unsigned })).status).toBe(200);
        expect((await coach.overview({ position: "x".repeat(4_000) })).status).toBe(200);
      }),
    ).toEqual({ NO_POSITION: 1, OTHER_LINE: 2 });
  });

  test("an app that sends a position all the same", async () => {
    const { position } = await coach.overview();
    const { pair } = coach;
    expect(
      await standbyOutcomes(api, async () => {
        const path = `/api/v1/workspaces/${pair.workspaceId}/daily-overview`;
        const headers = { [READ_POSITION_HEADER]: position ?? "" };
        const answer = await api.call("GET", path, { token: pair.coachToken, headers });
        expect(answer.status).toBe(200);
      }),
    ).toEqual({});
  });

  test("if the configured address is none of a standby, or nobody answers there", async () => {
    for (const [of, at] of [
      [api, coach],
      [other, atOther],
    ] as const) {
      const { position } = await at.overview();
      expect(
        await standbyOutcomes(of, async () => {
          expect((await at.overview({ position })).status).toBe(200);
        }),
      ).toEqual({ LEFT_OUT: 1 });
    }
  });

  test("with the position of another process of the API, which has the same key", async () => {
    const { position } = await coach.overview();
    expect(
      await standbyOutcomes(other, async () => {
        expect((await atOther.overview({ position })).status).toBe(200);
      }),
    ).toEqual({ LEFT_OUT: 1 });
  });

  test("the pages of a list that it began, whose cursors have no position", async () => {
    await coach.addClient();
    const first = await coach.overview({ query: { limit: "1" } });
    expect(first.data).toMatchObject({ nextCursor: expect.not.stringContaining("~") });
  });

  test.each([
    ["with a standby", coach],
    ["without one", atNone],
  ])(
    "a list that a standby began, %s: the position is no part of the list's own cursor",
    async (_where, at) => {
      await at.addClient();
      const { position } = await coach.overview();
      const { data } = await at.overview({ query: { limit: "1" } });
      const { nextCursor } = Page.parse(data);
      const cursor = `${nextCursor}~${position ?? ""}`;
      const next = await at.overview({ query: { limit: "1", cursor }, position });
      expect(Page.parse(next.data).items).toHaveLength(1);
    },
  );

  test("CURSOR_INVALID to a cursor that is none, with or without a position", async () => {
    const { position } = await coach.overview();
    for (const cursor of ["1.a.b", `1.a.b~${position ?? ""}`])
      expect((await coach.overview({ query: { cursor }, position })).body).toMatchObject({
        code: "CURSOR_INVALID",
      });
  });
});

test("The guard decides before anything is read: a stranger to the workspace is refused with any position", async () => {
  const { position } = await coach.overview();
  expect(
    await standbyOutcomes(api, async () => {
      const foreign = `/api/v1/workspaces/${atOther.pair.workspaceId}/daily-overview`;
      expect((await coach.ask("GET", foreign, { position })).status).toBe(404);
    }),
  ).toEqual({});
});
