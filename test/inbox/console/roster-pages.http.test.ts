import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { CoachTask } from "../../../db/inbox/coach-task.ts";
import { setRelationshipStatus } from "../../factories/accounts/identity.ts";
import { isStatement } from "../../factories/db/explain.ts";
import { useInboxDesk } from "../../factories/inbox/inbox-desk.ts";
import { rosterDesk, type RosterParams } from "../../factories/inbox/roster-desk.ts";
import { refusalBody, refusalOf } from "../../factories/sync/phone.ts";
import { pipelinesOf } from "../../harness/record-pipelines.ts";
import { recordStatements } from "../../harness/record-statements.ts";

const desk = await useInboxDesk();
const { api } = desk;
const { em } = api.deps.database;
const { addClients, idsOf, pageOf, put, putDay, rename, visit, walk } = rosterDesk(api);

describe("The order and the pages of a roster (docs/rooms/inbox.md#roster)", () => {
  test("ranks by the inbox's order, then clients without a task by name; an ended snooze counts as open", async () => {
    const phone = await desk.phone();
    const [second, third, fourth, fifth] = await addClients(phone, 4);
    await put(phone, second, { taskType: "PROGRESS_ALERT", severity: "HIGH" });
    await put(phone, phone.relationshipId, { severity: "LOW" });
    await put(phone, phone.relationshipId, { severity: "URGENT" });
    await put(phone, third, {
      taskType: "MESSAGE_FOLLOW_UP",
      status: "SNOOZED",
      snoozedUntil: new Date(Date.now() - 1_000),
    });
    const later = new Date(Date.now() + 3_600_000);
    await put(phone, fourth, { status: "SNOOZED", snoozedUntil: later });
    await rename(fourth, "Zoë");
    await rename(fifth, "anton");
    const { items } = await pageOf(phone);
    expect(items.map(({ relationshipId }) => relationshipId)).toEqual([
      phone.relationshipId,
      second,
      third,
      fifth,
      fourth,
    ]);
    expect(items.map(({ attention }) => attention?.openTasks ?? 0)).toEqual([2, 1, 1, 0, 0]);
    expect(items[0]?.attention?.severity).toBe("URGENT");
    expect(items[4]).toMatchObject({ attention: null, snoozedUntil: later.toISOString() });
  });

  test("finds names by words in any case, with or without accents, and is filtered by status, rating and coach", async () => {
    const phone = await desk.phone();
    const [second, third] = await addClients(phone, 2);
    await rename(phone.relationshipId, "Jörg Müßig");
    await rename(second, "Łukasz 100%_Nowak");
    await rename(third, "ÉLODIE Ñandú");
    await putDay(second, { ago: 1, counted: 10, score: 9 });
    await setRelationshipStatus(em, third ?? "", "PAUSED");
    const found = async (query: RosterParams) => await idsOf(phone, query);
    expect(await found({ q: "mussig jorg" })).toEqual([phone.relationshipId]);
    expect(await found({ q: "MÜSS" })).toEqual([phone.relationshipId]);
    expect(await found({ q: "lukasz" })).toEqual([second]);
    expect(await found({ q: "%_" })).toEqual([second]);
    expect(await found({ q: "élodie nandu" })).toEqual([third]);
    expect(await found({ q: "\\" })).toEqual([]);
    expect(await found({ status: "PAUSED" })).toEqual([third]);
    expect(await found({ bucket: "ON_TRACK" })).toEqual([second]);
    expect(await found({ bucket: "TOO_FEW", sort: "NAME" })).toEqual([third, phone.relationshipId]);
    expect(await found({ coachUserId: phone.pair.coach.userId })).toHaveLength(3);
    expect(await found({ coachUserId: phone.pair.client.userId })).toEqual([]);
  });

  test.each(["ATTENTION", "NAME", "LAST_SYNC"])(
    "by %s is paged without repeating or omitting a client",
    async (sort) => {
      const phone = await desk.phone();
      const others = await addClients(phone, 5);
      await put(phone, others[0], { severity: "HIGH" });
      await put(phone, others[1], { severity: "HIGH" });
      await rename(others[2], "Same");
      await rename(others[3], "same");
      const all = await pageOf(phone, { sort });
      expect(all.items).toHaveLength(6);
      const seen = await walk(phone, { sort, limit: "1" });
      expect(seen.ids).toEqual(all.items.map(({ relationshipId }) => relationshipId));
    },
  );

  test("keeps its pages apart although the ranking changes: a snooze that ends between two pages moves nobody, and no cursor holds a name", async () => {
    const phone = await desk.phone();
    const [second, third] = await addClients(phone, 2);
    await rename(phone.relationshipId, "Aaron Unmistakable");
    await put(phone, second, { severity: "HIGH" });
    const first = await pageOf(phone, { limit: "1" });
    expect(first.items.map(({ relationshipId }) => relationshipId)).toEqual([second]);
    const { id } = await put(phone, third, {
      status: "SNOOZED",
      severity: "LOW",
      snoozedUntil: new Date(Date.parse(first.rankedAt) + 1),
    });
    await rename(third, "Zora");
    const rest = await walk(phone, { limit: "1", cursor: String(first.nextCursor) });
    expect(rest.ids).toEqual([phone.relationshipId, third]);
    expect(new Set([first.rankedAt, ...rest.rankedAt]).size).toBe(1);
    for (const cursor of rest.cursors)
      expect(Buffer.from(cursor.split(".")[1] ?? "", "base64url").toString()).not.toMatch(/Unmis/i);
    await em.fork().nativeUpdate(CoachTask, { id }, { status: "OPEN", snoozedUntil: null });
    const moved = await walk(phone, { limit: "1", cursor: String(first.nextCursor) });
    expect(moved.ids).toEqual([third, phone.relationshipId]);
  });

  test("refuses a cursor of another workspace, view or order, and a modified one", async () => {
    const [own, other] = [await desk.phone(), await desk.phone()];
    await addClients(own, 1);
    const cursor = String((await pageOf(own, { limit: "1" })).nextCursor);
    expect((await visit(own, { cursor })).status).toBe(200);
    for (const refused of [
      await visit(other, { cursor }),
      await visit(own, { cursor, bucket: "TOO_FEW" }),
      await visit(own, { cursor, q: "a" }),
      await visit(own, { cursor, sort: "NAME" }),
      await visit(own, { cursor: `${cursor}x` }),
    ])
      expect(refusalOf(refused)).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
  });

  test.each<readonly [string, RosterParams, string]>([
    ["an unknown order", { sort: "SCORE" }, "/query/sort"],
    ["an unknown status", { status: "GONE" }, "/query/status/0"],
    ["an unknown rating", { bucket: "GOOD" }, "/query/bucket/0"],
    ["more than 500 clients", { limit: "501" }, "/query/limit"],
    ["an empty search", { q: " " }, "/query/q"],
    ["a search of 101 characters", { q: "x".repeat(101) }, "/query/q"],
    ["a coach id that is not a UUID", { coachUserId: "me" }, "/query/coachUserId"],
  ])("with %s is malformed", async (_, query, pointer) => {
    const phone = await desk.phone();
    expect(refusalOf(await visit(phone, query))).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
      pointers: [pointer],
    });
  });

  test("is for the coaches of the workspace; a foreign workspace is answered like an unknown one", async () => {
    const [own, stranger] = [await desk.phone(), await desk.phone()];
    const path = `/api/v1/workspaces/${own.pair.workspaceId}/clients`;
    expect((await api.call("GET", path, {})).status).toBe(401);
    expect(refusalOf(await api.call("GET", path, { token: own.token }))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
    const token = stranger.pair.coachToken;
    const foreign = await api.call("GET", path, { token });
    const unknown = await api.call("GET", `/api/v1/workspaces/${randomUUID()}/clients`, { token });
    expect(foreign.status).toBe(404);
    expect(refusalBody(foreign)).toEqual(refusalBody(unknown));
  });

  test("takes two statements beside the guard, whatever the number of clients, and meanwhile one more for each source with facts", async () => {
    const phone = await desk.phone();
    const flights = async () =>
      (await pipelinesOf(() => visit(phone))).map((names) =>
        names.filter((name) => name.startsWith("roster-")),
      );
    await visit(phone);
    const counted = async (of: typeof phone) =>
      (await recordStatements(() => visit(of))).sent.filter(isStatement).length;
    const alone = await counted(phone);
    expect((await flights()).flat()).toEqual(["roster-first-page", "roster-rows"]);
    const others = await addClients(phone, 4);
    expect(await counted(phone)).toBe(alone);
    for (const id of others) await put(phone, id);
    expect(await flights()).toEqual(
      expect.arrayContaining([["roster-rows"], ["roster-facts-CHECK_IN"]]),
    );
    expect(await counted(phone)).toBe(alone + 1);
  });
});
