import { afterAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { Client } from "pg";
import * as z from "zod";
import { findPrimaryPosition } from "../../db/platform/standby/queries.ts";
import { buildConsoleCoach } from "../factories/api/console-coach.ts";
import { standbyOutcomes } from "../factories/api/standby-outcomes.ts";
import { eventually } from "../factories/eventually.ts";
import { startApi } from "../harness/api.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";
import { startStandbyStage } from "./start-standby-stage.ts";

const stage = await startStandbyStage();
const { cluster, database } = stage;
const issuer = await startTestIssuer();
const api = await startApi({ issuer: issuer.issuer, database, readUrl: stage.readUrl });
const { standby } = api.deps;
if (standby === null) throw new Error("The API has no standby");
const coach = await buildConsoleCoach(api, api.deps.database.em, issuer);
await onPrimary("create table marker (n integer); grant select on marker to sideline_app");

afterAll(async () => {
  await api.close();
  await issuer.close();
  await stage.close();
});

const Overview = z.object({
  items: z.array(z.object({ relationshipId: z.string(), status: z.string() })),
  nextCursor: z.string().nullable(),
});

/** The overview at a position: who answered, and what it shows. */
async function read(position: string | null, query: Readonly<Record<string, string>> = {}) {
  const seen: { answer?: Awaited<ReturnType<typeof coach.overview>> } = {};
  const outcomes = await standbyOutcomes(api, async () => {
    seen.answer = await coach.overview({ position, query });
  });
  const { items, nextCursor } = Overview.parse(seen.answer?.data);
  return {
    outcome: Object.keys(outcomes).join(),
    position: seen.answer?.position ?? null,
    nextCursor,
    statuses: items.map(({ status }) => status),
    ids: items.map(({ relationshipId }) => relationshipId),
  };
}

/** Runs a statement in the product's database at the primary. */
async function onPrimary(statement: string): Promise<void> {
  const { port } = cluster.primary();
  const client = new Client({ connectionString: cluster.superuserUrl(database.name, port) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Stops replay while the work runs. */
async function withoutReplay<T>(work: () => Promise<T>): Promise<T> {
  await stage.standby().ask("select pg_wal_replay_pause()");
  await eventually(
    async () => await stage.standby().ask("select pg_get_wal_replay_pause_state() as state"),
    ([row]) => row?.["state"] === "paused",
  );
  try {
    return await work();
  } finally {
    await stage.standby().ask("select pg_wal_replay_resume()");
  }
}

/** Waits until the standby answers a read at this position. */
async function untilStandbyAnswers(position: string | null) {
  return await eventually(
    async () => {
      await standby?.probe();
      return await read(position);
    },
    ({ outcome }) => outcome === "STANDBY",
  );
}

describe("A coach who has acted", () => {
  test("reads the act at the standby once it is replayed there, and before that at the primary", async () => {
    const paused = await withoutReplay(async () => {
      const { position } = await coach.move("pause");
      expect(await read(position)).toMatchObject({ outcome: "BEHIND", statuses: ["PAUSED"] });
      return position;
    });
    const found = await untilStandbyAnswers(paused);
    expect(found.statuses).toEqual(["PAUSED"]);
    // The next answer may come from another standby, which then has to be as far.
    expect((found.position ?? "") >= (paused ?? "")).toBe(true);
    expect(found.position?.split(".")[0]).toBe(paused?.split(".")[0]);
  });

  test("reads an older state at the standby only with an older position", async () => {
    const { position: older } = await coach.ask("GET", "/api/v1/auth/me");
    await untilStandbyAnswers(older);
    await withoutReplay(async () => {
      const { position } = await coach.move("resume");
      expect(await read(older)).toMatchObject({ outcome: "STANDBY", statuses: ["PAUSED"] });
      expect(await read(position)).toMatchObject({ outcome: "BEHIND", statuses: ["ACTIVE"] });
      expect(await read(null)).toMatchObject({ outcome: "NO_POSITION", statuses: ["ACTIVE"] });
    });
  });

  test("reads the act at every moment while replay catches up, whoever answers", async () => {
    for (const [act, status] of [
      ["pause", "PAUSED"],
      ["resume", "ACTIVE"],
      ["pause", "PAUSED"],
      ["resume", "ACTIVE"],
    ] as const) {
      const { position } = await coach.move(act);
      for (let again = 0; again < 20; again += 1)
        expect((await read(position)).statuses).toEqual([status]);
    }
  });
});

describe("A list", () => {
  test("that the standby began goes on at its position, even if the caller's own is older", async () => {
    const { position: older } = await coach.ask("GET", "/api/v1/auth/me");
    const added = await coach.addClient();
    const { position } = await coach.ask("GET", "/api/v1/auth/me");
    await untilStandbyAnswers(position);
    const first = await read(position, { limit: "1" });
    expect(first).toMatchObject({ outcome: "STANDBY", ids: [added] });
    const cursor = first.nextCursor ?? "";
    expect(await read(older, { limit: "1", cursor })).toMatchObject({
      outcome: "STANDBY",
      ids: [coach.pair.relationshipId],
    });
  });

  test("that the primary began stays at the primary", async () => {
    const { position, nextCursor } = await read(null, { limit: "1" });
    await untilStandbyAnswers(position);
    const next = await read(position, { limit: "1", cursor: nextCursor ?? "" });
    expect(next).toMatchObject({ outcome: "OTHER_LINE", ids: [coach.pair.relationshipId] });
  });
});

describe("The primary answers once", () => {
  test("a read that replay cancels", async () => {
    const { position } = await coach.ask("GET", "/api/v1/auth/me");
    await untilStandbyAnswers(position);
    const primary = await findPrimaryPosition(api.deps.database.em.fork());
    let reads = 0;
    const outcomes = await standbyOutcomes(api, async () => {
      const answered = standby.read({ header: position, cursor: null, primary }, async (em) => {
        reads += 1;
        await sql`select count(*), pg_sleep(0.6) from marker`.execute(em.getKysely());
      });
      await onPrimary("truncate marker");
      expect(await answered).toBeNull();
    });
    expect({ outcomes, reads }).toEqual({ outcomes: { CANCELLED: 1 }, reads: 1 });
    // That is no fault of the standby: it answers the next read.
    expect((await read(position)).outcome).toBe("STANDBY");
  });

  test("a read that finds no row at the standby, where a client may be missing who exists", async () => {
    const { position: older } = await coach.ask("GET", "/api/v1/auth/me");
    await untilStandbyAnswers(older);
    await withoutReplay(async () => {
      const added = await coach.addClient();
      const path = `/api/v1/coach/relationships/${added}/adherence`;
      const outcomes = await standbyOutcomes(api, async () => {
        expect(await coach.ask("GET", path, { position: older })).toMatchObject({ status: 200 });
      });
      expect(outcomes).toEqual({ REFUSED: 1 });
    });
  });

  test("while the standby lags by more than three seconds, also for an old position that it has", async () => {
    const { position } = await coach.ask("GET", "/api/v1/auth/me");
    await untilStandbyAnswers(position);
    await withoutReplay(async () => {
      const leftOut = await eventually(
        async () => {
          await onPrimary("insert into marker values (1)");
          return await read(position);
        },
        ({ outcome }) => outcome === "LEFT_OUT",
      );
      expect(leftOut.statuses).toHaveLength(3);
    });
    await untilStandbyAnswers(position);
  });
});

describe("A standby that does not answer", () => {
  test("costs one request a second at most, and the others nothing", async () => {
    const { position } = await coach.ask("GET", "/api/v1/auth/me");
    await untilStandbyAnswers(position);
    stage.link.swallow();
    try {
      const began = performance.now();
      expect(["FAILED", "LEFT_OUT"]).toContain((await read(position)).outcome);
      expect(performance.now() - began).toBeLessThan(2_500);
      expect((await read(position)).outcome).toBe("LEFT_OUT");
    } finally {
      stage.link.heal();
    }
    await untilStandbyAnswers(position);
  });

  test("because it is dead answers again after its return", async () => {
    const { position } = await coach.ask("GET", "/api/v1/auth/me");
    await stage.standby().kill();
    expect(["FAILED", "LEFT_OUT"]).toContain((await read(position)).outcome);
    expect((await read(position)).outcome).toBe("LEFT_OUT");
    await cluster.restart(stage.standby().name);
    expect((await untilStandbyAnswers(position)).statuses).toHaveLength(3);
  });
});

test("After a promotion positions of the old line are unknown; a standby of the new line answers new ones", async () => {
  const { position: old } = await coach.ask("GET", "/api/v1/auth/me");
  await untilStandbyAnswers(old);
  const former = cluster.primary();
  await former.kill();
  await cluster.promote();
  stage.toPrimary.moveTo(cluster.primary().port);
  // The connections to the standby are now those to the primary.
  const promoted = await eventually(
    async () => await read(old).catch(() => null),
    (found) => found !== null,
  );
  expect(promoted?.outcome).toBe("OTHER_LINE");
  const { position: fresh } = await coach.move("pause");
  expect(fresh?.split(".")[0]).not.toBe(old?.split(".")[0]);
  expect(["LEFT_OUT", "OTHER_LINE"]).toContain((await read(fresh)).outcome);

  await cluster.rebuild(former.name);
  stage.toStandby.moveTo(former.port);
  // Its control file names the new line with the next restartpoint.
  await former.ask("checkpoint");
  expect((await untilStandbyAnswers(fresh)).statuses).toContain("PAUSED");
  expect((await read(old)).outcome).toBe("OTHER_LINE");
}, 120_000);
