import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { quickLogBatchAnswerSchema } from "../../contract/quick-log/batch-schema.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { laterTask } from "../factories/quick-log/later-task.ts";
import {
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import { queued } from "../factories/sync/sync.ts";
import type { TestRequest } from "../harness/api.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;

beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

const PATH = "/api/v1/client/quick-log/sync";
const AT = "2026-01-05T08:00:00.000Z";

describe("POST .../quick-log/sync", () => {
  test("refuses a caller without a token, a coach, a foreign device, and a client whose relationship ended", async () => {
    const { habit } = phone.agenda;
    expect(refusalOf(await api.call("POST", PATH, { rawBody: "{" }))).toMatchObject({
      status: 401,
    });
    const token = phone.pair.coachToken;
    expect(refusalOf(await post([], { token }))).toMatchObject({ code: "APP_ROLE_MISMATCH" });
    const { deviceId } = await buildPhone(api, issuer);
    const body = { deviceId, operations: [action(habit.id)] };
    expect(refusalOf(await post([], { body }))).toMatchObject({ code: "DEVICE_REVOKED" });
    const contradicting = { deviceId, operations: [{ ...action(habit.id), scope: "GROUP" }] };
    const judged = await post([], { body: contradicting });
    expect(refusalOf(judged)).toMatchObject({ code: "DEVICE_REVOKED" });
    await setRelationshipStatus(api.deps.database.em, phone.relationshipId, "ENDED");
    expect(refusalOf(await post([action(habit.id)]))).toMatchObject({ status: 404 });
  });

  test("refuses a malformed batch: 0 or 51 actions, a scope or a task that disagrees", async () => {
    const { habit, meal } = phone.agenda;
    const good = action(habit.id);
    const refused = async (operations: readonly unknown[]) =>
      refusalOf(await post(operations)).pointers;
    expect(await refused([])).toEqual(["/operations"]);
    expect(await refused(Array.from({ length: 51 }, () => good))).toEqual(["/operations"]);
    expect(await refused([good, { ...good, scope: "GROUP" }])).toEqual(["/operations/1/scope"]);
    const other = { ...good, payload: { taskId: meal.id } };
    expect(await refused([good, good, other])).toEqual(["/operations/2/payload/taskId"]);
    expect((await snapshot(api, phone)).receipts).toEqual([]);
  });

  test("returns each action in its group in the order sent, with the present tasks and days", async () => {
    const { agenda } = phone;
    const { habit, meal, water, localDate } = agenda;
    const { id: later } = await laterTask(api.deps.database.em, phone, 1);
    const tick = { actionKind: "COMPLETE_ITEM", scope: "ITEM" };
    const [rice, chicken] = meal.items;
    const ticked = action(meal.id, { ...tick, payload: { itemId: rice?.id } });
    const done = action(habit.id);
    const drunk = glass(water.id);
    const unknown = skip(randomUUID());
    const ahead = action(meal.id, {
      ...tick,
      payload: { itemId: chicken?.id },
      expectedTaskRevision: 7,
    });
    const early = skip(later);
    const answer = await synced([ticked, unknown, done, drunk, ahead, early]);
    expect(ids(answer.accepted)).toEqual(ids([ticked, done, drunk]));
    expect(answer.accepted).toMatchObject([
      { deviceId: phone.deviceId, acceptedItemRevision: 2, agendaRefreshDate: localDate },
      { acceptedRevision: 2, acceptedItemRevision: null, agendaRefreshDate: localDate },
      { acceptedItemRevision: null },
    ]);
    expect(answer.rejected).toMatchObject([
      { rejectionCode: "TASK_UNKNOWN", agendaRefreshDate: null },
      { status: "CONFLICT", category: "STALE_REVISION", agendaRefreshDate: localDate },
    ]);
    expect(answer.waiting).toMatchObject([
      { clientOperationId: early.clientOperationId, rejectionCode: "DAY_NOT_OPEN" },
    ]);
    expect(answer.tasks).toHaveLength(3);
    expect(answer.tasks.find(({ taskId }) => taskId === meal.id)).toMatchObject({
      status: "IN_PROGRESS",
      revision: 2,
      items: [{ status: "COMPLETED", revision: 2 }, { status: "PENDING" }, { status: "PENDING" }],
    });
    expect(answer.refreshDates).toEqual([localDate]);
  });

  test("returns the same receipts on replay, also by relationship sync; a former device gets its own", async () => {
    const { habit, meal } = phone.agenda;
    const start = { actionKind: "OPEN_STRUCTURED_LOG", scope: "OWNING_FEATURE" };
    const form = await putTaskLike(api.deps.database.em, habit);
    const batch = [
      action(habit.id),
      skip(meal.id, { expectedTaskRevision: 7 }),
      action(form, start),
    ];
    const first = await synced(batch);
    const { results } = await sync(api, phone, [
      queued("quick-log.complete-task", { taskId: habit.id }, idOf(batch[0])),
      queued(
        "quick-log.skip",
        { reason: "BUSY", taskId: meal.id },
        { ...idOf(batch[1]), ...AHEAD },
      ),
      queued("quick-log.open-structured-log", { taskId: form }, idOf(batch[2])),
    ]);
    const [done, skipped, started] = results;
    expect([done?.status, skipped?.status, started?.status]).toEqual([
      "ALREADY_ACCEPTED",
      "CONFLICT",
      "ALREADY_ACCEPTED",
    ]);
    expect(results.map(({ receiptId }) => receiptId)).toEqual([
      first.accepted[0]?.receiptId,
      first.rejected[0]?.receiptId,
      first.accepted[1]?.receiptId,
    ]);
    const again = await synced(batch);
    const accepted = first.accepted.map((one) => ({ ...one, status: "ALREADY_ACCEPTED" }));
    expect(again).toEqual({ ...first, accepted });
    const { deviceId } = phone;
    const { receipts } = await snapshot(api, phone);
    expect(receipts.map((receipt) => receipt.deviceId)).toEqual([deviceId, deviceId, deviceId]);
  });

  test("refuses a stale action of another phone with the reason, but not a value that adds up", async () => {
    const { habit, water } = phone.agenda;
    const mine = phone;
    phone = { ...phone, deviceId: await registeredDevice(api, phone.token) };
    await synced([action(habit.id), glass(water.id)]);
    phone = mine;
    const { accepted, rejected } = await synced([
      action(habit.id, { actionKind: "SKIP", payload: { reason: "FORGOT" } }),
      glass(water.id, { expectedTaskRevision: 1 }),
    ]);
    expect(accepted).toHaveLength(1);
    expect(rejected).toMatchObject([{ conflictCode: "STALE_REVISION", rebaseable: false }]);
  });

  test("refuses one action alone for a JSON fault in its payload", async () => {
    const { habit, meal } = phone.agenda;
    const noted = [habit, meal].map(({ id }) =>
      skip(id, { payload: { reason: "OTHER", note: "PLACE" } }),
    );
    const body = { deviceId: phone.deviceId, operations: noted };
    const rawBody = JSON.stringify(body).replace("PLACE", "\\ud800");
    const answer = await api.call("POST", PATH, { token: phone.token, rawBody });
    const { accepted, rejected } = quickLogBatchAnswerSchema.parse(answer.data);
    expect(ids(accepted)).toEqual(ids(noted.slice(1)));
    expect(rejected).toMatchObject([{ rejectionCode: "PAYLOAD_NOT_IJSON" }]);
  });

  test("sends as many statements for fifty actions as for one", async () => {
    const { water } = phone.agenda;
    const statements = async (count: number) => {
      const glasses = Array.from({ length: count }, () => glass(water.id));
      return (await recordStatements(() => synced(glasses))).sent.length;
    };
    await statements(1);
    expect(await statements(50)).toBe(await statements(1));
  });
});

const AHEAD = { expectedRevision: 7 };
const idOf = (sent: { readonly clientOperationId: string } | undefined) => ({
  clientOperationId: sent?.clientOperationId ?? "",
});

function action(taskId: string, more: object = {}) {
  return {
    taskId,
    clientOperationId: randomUUID(),
    actionKind: "COMPLETE_TASK",
    scope: "TASK",
    payload: {},
    expectedTaskRevision: 1,
    clientRecordedAt: AT,
    ...more,
  };
}

function skip(taskId: string, more: object = {}) {
  return action(taskId, { actionKind: "SKIP", payload: { reason: "BUSY" }, ...more });
}

function glass(taskId: string, more: object = {}) {
  return {
    ...action(taskId, { actionKind: "RECORD_VALUE", expectedTaskRevision: undefined, ...more }),
    payload: { metricKind: "WATER", value: 300, unit: "ml", sourceType: "MANUAL", recordedAt: AT },
  };
}

function post(operations: readonly unknown[], request: TestRequest = {}) {
  const body = { deviceId: phone.deviceId, operations };
  return api.call("POST", PATH, { token: phone.token, body, ...request });
}

async function synced(operations: readonly unknown[]) {
  return quickLogBatchAnswerSchema.parse((await post(operations)).data);
}

function ids(list: readonly { readonly clientOperationId: string }[]) {
  return list.map(({ clientOperationId }) => clientOperationId);
}
