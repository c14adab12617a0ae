import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { quickLogHistoryItemSchema } from "../../contract/quick-log/history-schema.ts";
import { pageSchema } from "../../contract/wire.ts";
import { dayAfter } from "../../rules/local-day.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalBody,
  refusalOf,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const owner = new Client({ connectionString: api.database.ownerUrl });
await owner.connect();
const phone = await buildPhone(api, issuer);
const stranger = await buildPhone(api, issuer);
await logDay(phone);
afterAll(async () => {
  await owner.end();
});

const historyPage = pageSchema(quickLogHistoryItemSchema);

describe("the coach's quick-log history", () => {
  test("shows the effect of ticking items, one by one and all at once", async () => {
    const own = await buildPhone(api, issuer);
    const { meal, supplement } = own.agenda;
    const inputs = [{ key: "felt", type: "text", required: false }];
    await owner.query(
      "update agenda_task_item set input_schema = $2, bulk_eligible = true where task_id = any($1)",
      [[meal.id, supplement.id], JSON.stringify(inputs)],
    );
    const [first, second] = meal.items;
    const values = { felt: "Full." };
    const ofAll = Object.fromEntries(supplement.items.map(({ id }) => [id, values]));
    const done = queued("quick-log.complete-item", { taskId: meal.id, itemId: first?.id, values });
    await sync(api, own, [
      done,
      queued("quick-log.complete-item", { taskId: meal.id, itemId: second?.id }),
      queued("quick-log.complete-all", { taskId: supplement.id, confirmed: true, values: ofAll }),
      queued("quick-log.undo", {
        taskId: meal.id,
        undoesClientOperationId: done.clientOperationId,
      }),
    ]);
    const from = { token: own.pair.coachToken, relationshipId: own.relationshipId };
    const { items } = historyPage.parse((await visit({}, from)).data);
    expect(items.map((item) => item.items.map((moved) => moved.values))).toEqual([
      [null],
      supplement.items.map(() => values),
      [null],
      [values],
    ]);
  });

  test("shows the client's operations, newest first, with items, values and reasons", async () => {
    const { items, nextCursor } = await history();
    expect(nextCursor).toBeNull();
    expect(items.map(({ actionKind, status }) => `${actionKind} ${status}`)).toEqual([
      "SKIP CONFLICT",
      "UNDO ACCEPTED",
      "RECORD_VALUE ACCEPTED",
      "RECORD_VALUE ACCEPTED",
      "RECORD_VALUE ACCEPTED",
      "COMPLETE_ALL_ITEMS ACCEPTED",
      "SKIP ACCEPTED",
      "COMPLETE_ITEM REJECTED",
      "COMPLETE_ITEM ACCEPTED",
      "COMPLETE_TASK ACCEPTED",
    ]);
    expect(items[6]).toMatchObject({
      taskKind: "MEAL",
      taskTitle: "Lunch",
      reason: "FOOD_UNAVAILABLE",
      note: "sold out",
      scope: "TASK",
      acceptedTaskRevision: 3,
      items: [
        { label: "Chicken", from: "PENDING", to: "SKIPPED" },
        { label: "Salad", from: "PENDING", to: "SKIPPED" },
      ],
      undone: false,
      value: null,
    });
    const [second, first] = [items[2], items[3]];
    expect(first).toMatchObject({ deviceId: phone.deviceId });
    expect(first?.value).toEqual({
      entryId: first?.receiptId,
      metricKind: "STEPS",
      value: 4_000,
      unit: "steps",
      sourceType: "MANUAL",
      sourceDevice: null,
      recordedAt: "2026-01-05T08:00:00.000Z",
      flags: ["BEFORE_RELATIONSHIP", "OUTSIDE_DAY"],
      supersedesEntryId: null,
      restatesEntryId: null,
      supersededByEntryId: second?.receiptId,
    });
    expect(second?.value).toMatchObject({
      value: 6_000,
      supersedesEntryId: first?.receiptId,
      supersededByEntryId: null,
    });
    expect(items[7]).toMatchObject({ rejectionCode: "ITEM_CLOSED", acceptedTaskRevision: null });
    expect(items[9]).toMatchObject({ undone: true });
  });

  test("shows the origin of a value: imports, values restored by an undo, and its flags", async () => {
    const own = await buildPhone(api, issuer);
    const { steps, localDate } = own.agenda;
    const typed = (amount: number) =>
      queued("quick-log.record-value", {
        taskId: steps.id,
        metricKind: "STEPS",
        value: amount,
        unit: "steps",
        sourceType: "MANUAL",
        recordedAt: new Date().toISOString(),
      });
    const [one, two] = [typed(4_000), typed(6_000)];
    const undone = { taskId: steps.id, undoesClientOperationId: two.clientOperationId };
    const imported = queued("quick-log.import-value", {
      metricKind: "STEPS",
      localDate,
      value: 9_000,
      unit: "steps",
      sourceType: "HEALTH_CONNECT",
      sourceDevice: "Watch",
      windowStart: `${localDate}T00:00:00.000Z`,
      windowEnd: `${localDate}T00:00:01.000Z`,
      userEntered: false,
    });
    const { results } = await sync(api, own, [
      one,
      two,
      queued("quick-log.undo", undone),
      imported,
    ]);
    const [first, corrected, again, hours] = results.map(({ receiptId }) => receiptId);
    const { coachToken: token } = own.pair;
    const { items } = historyPage.parse(
      (await visit({ from: localDate, to: localDate }, { ...own, token })).data,
    );
    expect(items).toMatchObject([
      {
        taskId: null,
        taskKind: null,
        adherence: [],
        value: {
          entryId: hours,
          value: 9_000,
          sourceType: "HEALTH_CONNECT",
          sourceDevice: "Watch",
        },
      },
      {
        actionKind: "UNDO",
        value: {
          entryId: again,
          value: 4_000,
          supersedesEntryId: corrected,
          restatesEntryId: first,
        },
      },
      { undone: true, value: { supersedesEntryId: first, supersededByEntryId: again } },
      { value: { value: 4_000, supersededByEntryId: corrected } },
    ]);
    const ofHabits = await visit({ taskKind: "HABIT" }, { ...own, token });
    expect(historyPage.parse(ofHabits.data).items).toHaveLength(3);
  });

  test("returns each operation once, page by page", async () => {
    const whole = await history();
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await history({ limit: "3", ...(cursor !== null && { cursor }) });
      ids.push(...page.items.map(({ receiptId }) => receiptId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(ids).toEqual(whole.items.map(({ receiptId }) => receiptId));
  });

  test("filters by task kind, status, item and day", async () => {
    const count = async (query: Readonly<Record<string, string>>) =>
      (await history(query)).items.length;
    const { meal, localDate } = phone.agenda;
    expect(await count({ taskKind: "MEAL" })).toBe(3);
    expect(await count({ status: "REJECTED" })).toBe(1);
    expect(await count({ status: "CONFLICT", taskKind: "HABIT" })).toBe(1);
    expect(await count({ itemId: meal.items[0]?.id ?? "" })).toBe(2);
    expect(await count({ itemId: meal.items[1]?.id.toUpperCase() ?? "" })).toBe(1);
    const tomorrow = dayAfter(localDate);
    expect(await count({ from: tomorrow, to: tomorrow })).toBe(0);
    expect(await count({ from: "2020-01-01", to: "2020-01-31" })).toBe(0);
  });

  test.each([
    ["no days", { from: "" }, "/query/from"],
    ["an invalid day", { to: "2026-02-30" }, "/query/to"],
    ["the year 0", { from: "0000-01-01", to: "0000-01-02" }, "/query/from"],
    ["days in the wrong order", { from: "2026-01-06", to: "2026-01-05" }, "/query/to"],
    ["32 days", { from: "2026-01-01", to: "2026-02-01" }, "/query/to"],
    ["an unknown kind", { taskKind: "NAP" }, "/query/taskKind"],
    ["an unknown status", { status: "ALREADY_ACCEPTED" }, "/query/status"],
    ["an invalid item", { itemId: "x" }, "/query/itemId"],
    ["a limit of 101", { limit: "101" }, "/query/limit"],
    ["an unknown parameter", { color: "red" }, "/query"],
  ])("refuses %s", async (_name, query, pointer) => {
    const refusal = refusalOf(await visit(query));
    expect(refusal).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(refusal.pointers).toContain(pointer);
  });

  test("refuses a cursor of another query", async () => {
    const { nextCursor } = await history({ limit: "1" });
    const cursor = nextCursor ?? "";
    for (const query of [{ cursor, taskKind: "MEAL" }, { cursor: `${cursor}x` }, { cursor: "x" }])
      expect(refusalOf(await visit(query))).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
  });
});

describe("the reader of the history", () => {
  test("needs a token", async () => {
    const answer = await api.call("GET", pathOf(phone.relationshipId));
    expect(refusalOf(answer)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
  });

  test("is the coach on his phone and on the web, under his workspace", async () => {
    const web = await otherToken(issuer, phone.pair.coach, "WEB");
    expect((await visit({}, { token: web })).status).toBe(200);
    const headers = { "X-Workspace-Id": phone.pair.workspaceId };
    expect((await visit({}, { headers })).status).toBe(200);
    const other = { headers: { "X-Workspace-Id": stranger.pair.workspaceId } };
    expect(refusalOf(await visit({}, other))).toMatchObject({ status: 404 });
  });

  test("is never the client", async () => {
    for (const surface of ["CLIENT_MOBILE", "WEB", "COACH_MOBILE"] as const) {
      const token = await otherToken(issuer, phone.pair.client, surface);
      expect(refusalOf(await visit({}, { token }))).toMatchObject({
        status: 403,
        code: "APP_ROLE_MISMATCH",
      });
    }
  });

  test("gets the same answer for a foreign as for an unknown relationship", async () => {
    const token = stranger.pair.coachToken;
    const foreign = refusalBody(await visit({}, { token }));
    const unknown = refusalBody(await visit({}, { token, relationshipId: randomUUID() }));
    expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(unknown).toEqual(foreign);
  });

  test("may read an ended relationship, but no suspended workspace", async () => {
    const { em } = api.deps.database;
    await setRelationshipStatus(em, phone.relationshipId, "ENDED");
    expect((await history()).items).toHaveLength(10);
    await setRelationshipStatus(em, phone.relationshipId, "ACTIVE");
    await owner.query("update coach_workspace set status = 'SUSPENDED' where id = $1", [
      phone.pair.workspaceId,
    ]);
    expect(refusalOf(await visit())).toMatchObject({ status: 403, code: "WORKSPACE_SUSPENDED" });
  });
});

function pathOf(relationshipId: string) {
  return `/api/v1/coach/relationships/${relationshipId}/quick-log`;
}

function visit(
  query: Readonly<Record<string, string>> = {},
  { token = phone.pair.coachToken, relationshipId = phone.relationshipId, headers = {} } = {},
) {
  const { localDate } = phone.agenda;
  const search = new URLSearchParams({ from: localDate, to: localDate, ...query });
  return api.call("GET", `${pathOf(relationshipId)}?${search.toString()}`, { token, headers });
}

async function history(query: Readonly<Record<string, string>> = {}) {
  return historyPage.parse((await visit(query)).data);
}

/** Ten operations of one day: eight accepted, one of them undone, one rejected, one conflict. */
async function logDay({ agenda }: Phone): Promise<void> {
  const { habit, meal, supplement, water, steps } = agenda;
  const value = (task: { id: string }, metricKind: string, unit: string, amount: number) =>
    queued("quick-log.record-value", {
      taskId: task.id,
      metricKind,
      value: amount,
      unit,
      sourceType: "MANUAL",
      recordedAt: "2026-01-05T08:00:00.000Z",
    });
  const habitDone = queued("quick-log.complete-task", { taskId: habit.id });
  await sync(api, phone, [
    habitDone,
    queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
    queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
    queued("quick-log.skip", { taskId: meal.id, reason: "FOOD_UNAVAILABLE", note: "sold out" }),
    queued("quick-log.complete-all", { taskId: supplement.id, confirmed: true }),
    value(water, "WATER", "ml", 300),
    value(steps, "STEPS", "steps", 4_000),
    value(steps, "STEPS", "steps", 6_000),
    queued("quick-log.undo", {
      taskId: habit.id,
      undoesClientOperationId: habitDone.clientOperationId,
    }),
    queued("quick-log.skip", { taskId: water.id, reason: "BUSY" }, { expectedRevision: 0 }),
  ]);
}
