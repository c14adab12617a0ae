import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { z } from "zod";
import { fetchHttp } from "../../../device/adapters/fetch/fetch-http.ts";
import { hintsOf } from "../../../device/lanes/verdicts/keep-hints.ts";
import type { HttpAnswer, HttpRequest } from "../../../device/ports/http.ts";
import { buildDeviceStage, type DeviceStage } from "../../factories/device/device-stage.ts";
import {
  buildPhone,
  type Phone,
  registeredDevice,
  snapshot,
  sync,
} from "../../factories/sync/phone.ts";
import { water } from "../../factories/sync/phone-operations.ts";
import { queued } from "../../factories/sync/sync.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi();

/** The library on a client's phone. The API refuses its first access token. */
async function built(): Promise<{ stage: DeviceStage; phone: Phone; scopeId: string }> {
  const phone = await buildPhone(api, issuer);
  const clock = {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after: () => () => undefined,
  };
  const http = fetchHttp({ address: api.url, fetch, clock });
  const tokens = { accessToken: phone.token, refreshToken: "next", expiresInSeconds: 3_600 };
  const stage = await buildDeviceStage({
    signIn: { renew: async () => tokens },
    answer: async (request) => await answered(http.send(request), request),
  });
  return { stage, phone, scopeId: await stage.addScope(phone.relationshipId) };
}

async function answered(
  sent: ReturnType<ReturnType<typeof fetchHttp>["send"]>,
  { path }: HttpRequest,
): Promise<HttpAnswer> {
  const outcome = await sent;
  if (outcome.kind === "SILENCE") throw new Error(`${path}: ${outcome.reason}`);
  return outcome;
}

const skipped = (taskId: string) => ({
  operationType: "quick-log.skip",
  payload: { taskId, reason: "BUSY" },
  objectId: taskId,
});

const receiptsSchema = z.object({
  items: z.array(z.looseObject({ clientOperationId: z.string(), status: z.string() })),
});

/** The operations with a receipt, each as often as it has one. */
async function receiptsOf(stage: DeviceStage, phone: Phone) {
  const path = `/api/v1/client/devices/${await stage.session.deviceId()}/receipts`;
  const { data } = await api.call("GET", path, { token: phone.token });
  return receiptsSchema.parse(data).items.map(({ clientOperationId }) => clientOperationId);
}

test("an answer that is lost, a restart and a replay lead to one effect and one receipt of each operation", async () => {
  const { stage, phone, scopeId } = await built();
  const { habit, meal } = phone.agenda;
  const ids = [
    await stage.queue(scopeId, { payload: { taskId: habit.id }, objectId: habit.id }),
    await stage.queue(scopeId, skipped(meal.id)),
  ];
  await stage.session.register();
  stage.network.failNext("ANSWER_LOST");
  await stage.settle();
  expect(await stage.scope(scopeId)).toMatchObject({ wait_reason: "OFFLINE", accepted: 0 });
  stage.restart();
  await stage.drain();
  expect(await stage.scope(scopeId)).toMatchObject({ accepted: 2, wait_reason: null });
  const stored = await stage.rows(
    "select client_operation_id, server_status, receipt_id from sync_receipt order by rowid",
  );
  expect(stored).toMatchObject(
    ids.map((id) => ({ client_operation_id: id, server_status: "ALREADY_ACCEPTED" })),
  );
  expect((await receiptsOf(stage, phone)).toSorted()).toEqual(ids.toSorted());
});

test("refused, conflicted, unknown and malformed operations end or wait as the server says, and never stop the others", async () => {
  const { stage, phone, scopeId } = await built();
  const { habit, meal } = phone.agenda;
  const other = { ...phone, deviceId: await registeredDevice(api, phone.token) };
  await sync(api, other, [queued("quick-log.complete-task", { taskId: habit.id })]);
  const conflicted = await stage.queue(scopeId, { payload: { taskId: habit.id } });
  const malformed = await stage.queue(scopeId, { operationType: "No Such Form" });
  const refused = await stage.queue(scopeId, { payload: { taskId: randomUUID() } });
  const unknown = await stage.queue(scopeId, { operationType: "quick-log.dance" });
  const accepted = await stage.queue(scopeId, skipped(meal.id));
  await stage.settle();
  expect(await stage.operation(conflicted)).toMatchObject({ status: "CONFLICTED" });
  expect(await stage.operation(malformed)).toMatchObject({
    status: "QUEUED",
    wait_reason: "SET_ASIDE",
    next_retry_at: null,
  });
  expect(await stage.operation(refused)).toMatchObject({ status: "REJECTED" });
  expect(await stage.operation(unknown)).toMatchObject({
    status: "QUEUED",
    wait_reason: "VERSION",
  });
  expect(await stage.operation(accepted)).toMatchObject({ status: "ACCEPTED" });
  expect(await stage.rows("select conflict_code, resolution_status from sync_conflict")).toEqual([
    { conflict_code: "STALE_REVISION", resolution_status: "OPEN" },
  ]);
});

test("a revoked device registers again, and its queue goes on in the same lineage under all its ids", async () => {
  const { stage, phone, scopeId } = await built();
  await stage.session.register();
  const former = await stage.session.deviceId();
  const done = await stage.queue(scopeId, { payload: { taskId: phone.agenda.habit.id } });
  stage.network.failNext("ANSWER_LOST");
  await stage.settle();
  const path = `/api/v1/client/devices/${former}/revoke`;
  await api.call("POST", path, { token: phone.token, key: randomUUID(), body: {} });
  await stage.drain();
  const next = await stage.session.deviceId();
  expect(next).not.toBe(former);
  expect(await stage.operation(done)).toMatchObject({
    status: "ACCEPTED",
    device_ids: JSON.stringify([former, next]),
  });
  const [receipt] = await stage.rows("select server_status from sync_receipt");
  expect(receipt).toEqual({ server_status: "ALREADY_ACCEPTED" });
  const orders = await stage.rows("select value from cache_metadata where key = 'purge_orders'");
  expect(JSON.stringify(orders)).toContain("DEVICE_REVOCATION");
  expect(JSON.stringify(orders)).not.toContain("ackToken");
});

test("the cursor of a batch skips no change that another device made", async () => {
  const { stage, phone, scopeId } = await built();
  const { habit, meal } = phone.agenda;
  const { serverCursor } = await snapshot(api, phone);
  await stage.sql.write([
    { sql: "update cache_scope set last_cursor = ?", params: [serverCursor] },
  ]);
  await stage.queue(scopeId, { payload: { taskId: habit.id } });
  await stage.settle();
  const { last_cursor: own } = await stage.scope(scopeId);
  expect(own).not.toBe(serverCursor);
  const other = { ...phone, deviceId: await registeredDevice(api, phone.token) };
  await sync(api, other, [water(phone)]);
  await stage.queue(scopeId, skipped(meal.id));
  await stage.settle();
  expect(await stage.scope(scopeId)).toMatchObject({ last_cursor: own, accepted: 2 });
  const { hints } = await hintsOf(stage.sql, scopeId);
  expect(hints).toContainEqual(expect.objectContaining({ entityType: "scope", reason: "CHANGED" }));
});
