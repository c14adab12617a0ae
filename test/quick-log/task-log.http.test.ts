import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { todaySchema } from "../../contract/agenda/today-schema.ts";
import { taskLogSchema } from "../../contract/quick-log/task-log-schema.ts";
import { explainGeneric, nodesOf } from "../factories/db/explain.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { laterTask } from "../factories/quick-log/later-task.ts";
import { water } from "../factories/sync/phone-operations.ts";
import {
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { reviewBody } from "../factories/agenda/review-as-seen.ts";
import { pipelinesOf } from "../harness/record-pipelines.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;

beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

describe("GET .../quick-log/tasks/{taskId}", () => {
  test("refuses a missing token, a coach and a malformed request", async () => {
    const { id } = phone.agenda.habit;
    const path = `/api/v1/client/quick-log/tasks/${id}`;
    expect(refusalOf(await api.call("GET", path))).toMatchObject({ status: 401 });
    expect(refusalOf(await get(id, "", phone.pair.coachToken))).toMatchObject({ status: 403 });
    expect(refusalOf(await get("habit"))).toMatchObject({ pointers: ["/path/taskId"] });
    expect(refusalOf(await get(id, "?taskRevision=x"))).toMatchObject({
      pointers: ["/query/taskRevision"],
    });
  });

  test("finds no foreign task, none of an ended relationship, and none that does not exist yet", async () => {
    const { id } = phone.agenda.habit;
    const stranger = await buildPhone(api, issuer);
    const { id: later } = await laterTask(api.deps.database.em, phone, 1);
    for (const answer of [await get(id, "", stranger.token), await get(later)])
      expect(refusalOf(answer)).toMatchObject({ status: 404 });
    await setRelationshipStatus(api.deps.database.em, phone.relationshipId, "ENDED");
    expect(refusalOf(await get(id))).toMatchObject({ status: 404 });
  });

  test("returns the task as today does, with the data that judges it, and none of its internal storage", async () => {
    const { meal, water: drinks } = phone.agenda;
    const today = todaySchema.parse((await api.call("GET", "/api/v1/client/today", phone)).data);
    const whole = await read(meal.id);
    expect(whole).toEqual({
      taskId: meal.id,
      taskRevision: 1,
      unchanged: false,
      task: today.tasks?.find(({ taskId }) => taskId === meal.id),
      validation: {
        metric: null,
        valueNeedsRevision: false,
        noteLength: 1_000,
        recordedBefore: null,
      },
      latestOperations: [],
    });
    const kept = { taskId: meal.id, taskRevision: 1, unchanged: true, latestOperations: [] };
    expect(await read(meal.id, "?taskRevision=1")).toEqual(kept);
    expect(await read(meal.id, "?taskRevision=2")).toEqual(whole);
    expect((await read(drinks.id)).validation).toMatchObject({
      metric: { metricKind: "WATER", mode: "ACCUMULATE" },
      valueNeedsRevision: false,
    });
    expect((await read(phone.agenda.steps.id)).validation).toMatchObject({
      metric: { metricKind: "STEPS" },
      valueNeedsRevision: true,
    });
  });

  test("returns the newest operations of all phones, refused ones too, and until when each can be undone", async () => {
    const { habit } = phone.agenda;
    const second = { ...phone, deviceId: await registeredDevice(api, phone.token) };
    const done = queued("quick-log.complete-task", { taskId: habit.id });
    const { results } = await sync(api, phone, [done]);
    const receiptId = results[0]?.receiptId ?? "";
    const [first] = (await read(habit.id)).latestOperations;
    expect(first).toMatchObject({
      receiptId,
      deviceId: phone.deviceId,
      actionKind: "COMPLETE_TASK",
      status: "ACCEPTED",
      code: null,
      revision: 2,
      undone: false,
    });
    const until = Date.parse(first?.undoableUntil ?? "") - Date.parse(first?.decidedAt ?? "");
    expect(until).toBe(24 * 3_600_000);
    const stale = queued("quick-log.skip", { taskId: habit.id, reason: "BUSY" });
    const undo = queued(
      "quick-log.undo",
      { taskId: habit.id, undoesReceiptId: receiptId },
      { operationVersion: 2, expectedRevision: 2 },
    );
    await sync(api, second, [stale, undo]);
    const { latestOperations } = await read(habit.id, "?taskRevision=3");
    expect(latestOperations).toMatchObject([
      { actionKind: "UNDO", deviceId: second.deviceId, revision: 3, undoableUntil: null },
      { actionKind: "SKIP", status: "CONFLICT", code: "STALE_REVISION", undoableUntil: null },
      { receiptId, undone: true, undoableUntil: null },
    ]);
  });

  test("returns at most ten; after the coach's review none of them can be undone", async () => {
    const glasses = Array.from({ length: 12 }, (_, minute) =>
      water(phone, {
        recordedAt: `2026-01-05T08:${String(minute).padStart(2, "0")}:00.000Z`,
        localId: `glass-${minute}`,
      }),
    );
    const { results } = await sync(api, phone, glasses);
    const { id, localDate } = phone.agenda.water;
    const before = (await read(id)).latestOperations;
    const newest = results.map(({ receiptId }) => receiptId).toReversed();
    expect(before.map(({ receiptId }) => receiptId)).toEqual(newest.slice(0, 10));
    expect(before.every(({ undoableUntil }) => undoableUntil !== null)).toBe(true);
    const day = `/api/v1/coach/relationships/${phone.relationshipId}/days/${localDate}/review`;
    const { relationshipId } = phone;
    const body = await reviewBody(api.deps.database.em.fork(), { relationshipId, localDate });
    await api.call("POST", day, { token: phone.pair.coachToken, key: randomUUID(), body });
    const after = (await read(id)).latestOperations;
    expect(after.every(({ undoableUntil }) => undoableUntil === null)).toBe(true);
  });

  test("sends one pipeline to the database, with the guard, and finds all rows by an index", async () => {
    const { habit } = phone.agenda;
    const once = [["caller", "task-log"]];
    expect(await pipelinesOf(() => read(habit.id))).toEqual(once);
    expect(await pipelinesOf(() => read(habit.id, "?taskRevision=1"))).toEqual(once);
    expect(await pipelinesOf(() => get("habit"))).toEqual([["caller"]]);
    const { sent } = await recordStatements(() => read(habit.id));
    const [statement] = sent.filter(({ text }) => text.includes("quick_log_operation"));
    if (statement === undefined) throw new Error("Nothing was sent");
    const superuser = new Client({ connectionString: api.database.superuserUrl });
    await superuser.connect();
    const nodes = nodesOf(await explainGeneric(superuser, statement));
    await superuser.end();
    const indexes = nodes
      .filter((node) => node["Relation Name"] === "quick_log_operation")
      .map((node) => node["Index Name"]);
    expect(indexes).toContain("quick_log_operation_task_id_idx");
    expect(indexes).not.toContain(undefined);
  });
});

function get(taskId: string, query = "", token = phone.token) {
  return api.call("GET", `/api/v1/client/quick-log/tasks/${taskId}${query}`, { token });
}

async function read(taskId: string, query = "") {
  return taskLogSchema.parse((await get(taskId, query)).data);
}
