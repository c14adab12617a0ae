import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { todaySchema } from "../contract/agenda/today-schema.ts";
import { setRelationshipStatus } from "./factories/accounts/identity.ts";
import { blind, laterTask, openLaterTask } from "./factories/quick-log/later-task.ts";
import {
  ask,
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  send,
  snapshot,
  sync,
} from "./factories/sync/phone.ts";
import { putTaskLike } from "./factories/quick-log/structured-task.ts";
import { supporter } from "./factories/accounts/supporter.ts";
import { queued } from "./factories/sync/sync.ts";
import { startApi } from "./harness/api.ts";
import { useOwnDatabase } from "./harness/database.ts";
import { useApi } from "./harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const REASON = { "X-Access-Reason": "Ticket 12" };

/** A phone with a check-in that was not started yet. */
async function newPhone() {
  const phone = await buildPhone(api, issuer);
  return { ...phone, form: await putTaskLike(api.deps.database.em, phone.agenda.habit) };
}
type Equipped = Awaited<ReturnType<typeof newPhone>>;

/** One operation of each type, on a task of its own. */
const queueOf = ({ agenda, form }: Equipped) => [
  queued("today.start", { taskId: form }),
  queued("today.complete", { taskId: agenda.habit.id }),
  queued("today.skip", { taskId: agenda.meal.id, reason: "BUSY" }),
];
const receiptIds = (results: readonly { readonly receiptId: string | null }[]) =>
  results.map(({ receiptId }) => receiptId);
const otherPhone = async (phone: Equipped) => ({
  ...phone,
  deviceId: await registeredDevice(api, phone.token),
});

async function tasksOf(phone: Phone, path = "/api/v1/client/today") {
  const { data } = await api.call("GET", path, { token: phone.token });
  const tasks = todaySchema.parse(data).tasks ?? [];
  return new Map(tasks.map((task) => [task.taskId, task]));
}

describe("Release gates for today.* (docs/rooms/sync.md#release-gates)", () => {
  test("duplicate replay returns the same receipt", async () => {
    const phone = await newPhone();
    const queue = queueOf(phone);
    const first = await sync(api, phone, queue);
    expect(first.results.map(({ status }) => status)).toEqual(queue.map(() => "ACCEPTED"));
    for (let time = 0; time < 2; time += 1) {
      const { results } = await sync(api, phone, queue);
      expect(receiptIds(results)).toEqual(receiptIds(first.results));
    }
    expect((await snapshot(api, phone)).receipts).toHaveLength(queue.length);
  });

  test("queued work is recovered after a restart", async () => {
    const phone = await newPhone();
    const queue = queueOf(phone);
    const before = await startApi({ issuer: issuer.issuer, database: api.database });
    const first = await sync(before, phone, queue.slice(0, 1));
    await before.close();
    const { results } = await sync(api, phone, queue);
    expect(results.map(({ status }) => status)).toEqual([
      "ALREADY_ACCEPTED",
      "ACCEPTED",
      "ACCEPTED",
    ]);
    expect(receiptIds(results)[0]).toBe(receiptIds(first.results)[0]);
  });

  test("a stale revision yields STALE_REVISION, and conflicts refetch before retry", async () => {
    const phone = await newPhone();
    const queue = queueOf(phone);
    const other = await otherPhone(phone);
    const undo = queue.map(({ clientOperationId, payload: { taskId } }) =>
      queued("quick-log.undo", { taskId, undoesClientOperationId: clientOperationId }),
    );
    await sync(api, other, [...queue, ...undo]);
    const { results } = await sync(api, phone, queueOf(phone));
    for (const result of results) {
      expect(result).toMatchObject({ conflictCode: "STALE_REVISION", latestRevision: 3 });
      expect(result.allowedResolutions).toContain("REFRESH");
    }
    const tasks = await tasksOf(phone, results[0]?.refetch[0]?.path);
    const again = queueOf(phone).map((operation) => ({
      ...operation,
      expectedRevision: tasks.get(String(operation.payload["taskId"]))?.revision ?? 0,
    }));
    const resubmitted = await sync(api, phone, again);
    expect(resubmitted.results.map(({ status }) => status)).toEqual(again.map(() => "ACCEPTED"));
  });

  test("a revoked permission blocks sync and locks the scope", async () => {
    const phone = await newPhone();
    const queue = queueOf(phone);
    const { em } = api.deps.database;
    await setRelationshipStatus(em, phone.relationshipId, "PAUSED");
    const paused = await sync(api, phone, queue);
    expect(paused.results.map(({ status }) => status)).toEqual(queue.map(() => "SCOPE_LOCKED"));
    await setRelationshipStatus(em, phone.relationshipId, "ENDED");
    const answer = await send(api, phone, queue);
    expect(refusalOf(answer)).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("accepted operations update the canonical id map, even of a task named before it was read", async () => {
    const phone = await newPhone();
    const { em } = api.deps.database;
    const later = await laterTask(em, phone, 1);
    const operation = blind("today.complete", { taskId: later.id });
    const early = await sync(api, phone, [operation]);
    expect(early.results[0]).toMatchObject({ rejectionCode: "DAY_NOT_OPEN", canonicalIds: [] });
    await openLaterTask(em, phone, later);
    const { results } = await sync(api, phone, [operation]);
    const { canonicalIds } = (await sync(api, phone, [operation])).results[0] ?? {};
    expect(canonicalIds).toEqual([
      { localId: later.id, canonicalId: later.id, entityType: "agenda_task" },
    ]);
    expect(results[0]?.canonicalIds).toEqual(canonicalIds);
    const { receipts } = await snapshot(api, phone);
    expect(receipts.map(({ canonicalRecordId }) => canonicalRecordId)).toEqual([later.id]);
  });

  test("rejected operations stay diagnosable without changing accepted state; raw access is audited", async () => {
    const phone = await newPhone();
    const before = await tasksOf(phone);
    const { habit, water } = phone.agenda;
    const { results } = await sync(api, phone, [
      queued("today.start", { taskId: habit.id }),
      queued("today.complete", { taskId: phone.form }),
      queued("today.complete", { taskId: water.id }),
      queued("today.skip", { taskId: habit.id, reason: "NO_IDEA" }),
      queued("today.skip", { taskId: randomUUID(), reason: "BUSY" }),
    ]);
    expect(results.map(({ rejectionCode }) => rejectionCode)).toEqual([
      "ACTION_NOT_OFFERED",
      "STRUCTURED_LOG_REQUIRED",
      "ACTION_NOT_OFFERED",
      "PAYLOAD_INVALID",
      "TASK_UNKNOWN",
    ]);
    for (const { message, diagnosticsRef } of results)
      expect([message, diagnosticsRef]).toEqual([expect.any(String), expect.any(String)]);
    expect(await tasksOf(phone)).toEqual(before);
    const path = `/api/v1/support/devices/${phone.deviceId}/rejected-operations`;
    const token = await supporter(api, issuer, "rejected-operations.read");
    expect(refusalOf(await api.call("GET", path, { token }))).toMatchObject({
      code: "REASON_REQUIRED",
    });
    const { data } = await api.call("GET", path, { token, headers: REASON });
    expect(data).toMatchObject({
      items: results
        .map(({ receiptId, rejectionCode: code }) => ({ receiptId, code }))
        .toReversed(),
    });
  });

  test("both app surfaces pass offline smoke coverage; a revoked device sends nothing", async () => {
    const phone = await newPhone();
    const { coachToken: token } = phone.pair;
    const deviceId = await registeredDevice(api, token, { appSurface: "COACH_MOBILE" });
    const queue = queueOf(phone);
    const byCoach = await sync(api, { ...phone, token, deviceId }, queue);
    expect(byCoach.results.map(({ rejectionCode }) => rejectionCode)).toEqual(
      queue.map(() => "ACTOR_NOT_ALLOWED"),
    );
    const byClient = await sync(api, phone, queue);
    expect(byClient.results.map(({ status }) => status)).toEqual(queue.map(() => "ACCEPTED"));
    await api.call("POST", `/api/v1/client/devices/${phone.deviceId}/revoke`, phone);
    expect(refusalOf(await send(api, phone, queue))).toMatchObject({ code: "DEVICE_REVOKED" });
    expect(refusalOf(await ask(api, phone))).toMatchObject({ code: "DEVICE_REVOKED" });
  });

  test("malformed diagnostics fail no operation", async () => {
    const phone = await newPhone();
    const { token, deviceId } = phone;
    const body = { deviceId, operations: queueOf(phone), outbox: "full" };
    const answer = await api.call("POST", "/api/v1/client/today/sync", { token, body });
    expect(answer.data).toMatchObject({ accepted: [{}, {}, {}], rejected: [], waiting: [] });
  });
});
