import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@jest/globals";
import { sql } from "kysely";
import { receiptPageSchema } from "../../../../contract/sync/receipts/receipt-schema.ts";
import {
  type Operation,
  syncAnswerSchema,
  type SyncAnswer,
} from "../../../../contract/sync/schema.ts";
import { verifyChain } from "../../../../contract/sync/receipts/verify-chain.ts";
import { batchOf } from "../../../../db/platform/statements/receipt-range.ts";
import { firstRow } from "../../../../db/platform/transactions/transact.ts";
import { sha256 } from "../../../../rules/sha256.ts";
import { deviceActorId } from "../../../../rules/sync/device-actor-id.ts";
import { callApi, type TestApi } from "../../../harness/api.ts";
import type { TestIssuer } from "../../../harness/test-issuer.ts";
import { eventually } from "../../eventually.ts";
import { laneOf } from "../lane-of.ts";
import { openLocalWay } from "../../db/local-way.ts";
import { buildPhone, type Phone, send } from "../phone.ts";
import { queued } from "../sync.ts";
import { receiptsOfBatches } from "../receipts/stored-receipts.ts";

/** A phone and its one batch, which it sends until it is answered. */
export interface Sender {
  readonly phone: Phone;
  readonly batch: readonly Operation[];
}

/** Sips of a batch, next to the item it ticks. */
const SIPS = 3;

/** A new phone whose batch has some sips and a tick: two kinds of effects. */
export async function buildSender(api: TestApi, issuer: TestIssuer): Promise<Sender> {
  const phone = await buildPhone(api, issuer);
  const { water, meal } = phone.agenda;
  const sips = Array.from({ length: SIPS }, (_, index) =>
    queued("quick-log.record-value", {
      taskId: water.id,
      metricKind: "WATER",
      value: 50,
      unit: "ml",
      sourceType: "MANUAL",
      recordedAt: new Date(Date.UTC(2026, 0, 5, 8, index)).toISOString(),
    }),
  );
  const ticked = { taskId: meal.id, itemId: meal.items[0]?.id };
  return { phone, batch: [...sips, queued("quick-log.complete-item", ticked)] };
}

/** New phones whose relationships belong to different lanes, so that none waits for another. */
export async function buildSenders(
  api: TestApi,
  issuer: TestIssuer,
  { count, lanes }: { readonly count: number; readonly lanes: number },
): Promise<readonly Sender[]> {
  const byLane = new Map<number, Sender>();
  while (byLane.size < count) {
    const missing = Array.from({ length: count - byLane.size }, () => buildSender(api, issuer));
    for (const sender of await Promise.all(missing))
      byLane.set(laneOf(sender.phone, lanes), sender);
  }
  return [...byLane.values()];
}

/** The same API, reached at another address. */
export const reachedAt = (api: TestApi, url: string): TestApi => ({
  ...api,
  url,
  call: (method, path, request) => callApi(`${url}${path}`, method, request),
});

/** Sends like a device: repeatedly, until there is an answer. */
export async function sendUntilAnswered(
  api: TestApi,
  { phone, batch }: Sender,
): Promise<SyncAnswer> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    const answer = await send(api, phone, batch).catch(() => null);
    if (answer?.status === 200) return syncAnswerSchema.parse(answer.data);
    if (performance.now() > deadline) throw new Error(`No answer but ${answer?.text ?? "none"}`);
    await sleep(100);
  }
}

/** Expects the effects of a batch exactly once, whatever was killed meanwhile. */
export async function expectOnce(
  api: TestApi,
  { phone, batch }: Sender,
  { results }: SyncAnswer,
): Promise<void> {
  const found = results[0]?.status ?? "ACCEPTED";
  expect(["ACCEPTED", "ALREADY_ACCEPTED"]).toContain(found);
  expect(results.map(({ status }) => status)).toEqual(batch.map(() => found));
  expect(await tracesOf(api, phone)).toEqual({
    batches: 1,
    settled: 1,
    receipts: batch.length,
    operations: batch.length,
    values: SIPS,
    counted: batch.length,
    revision: SIPS + 1,
    millilitres: SIPS * 50,
    waiting: 0,
  });
  const path = `/api/v1/client/devices/${phone.deviceId}/receipts`;
  const { token } = phone;
  const page = receiptPageSchema.parse((await api.call("GET", path, { token })).data);
  expect(await verifyChain(page.chain, page.items, sha256)).toEqual([]);
  expect(page.items.map(({ receiptId }) => receiptId).toReversed()).toEqual(
    results.map(({ receiptId }) => receiptId),
  );
}

/** Waits until the batch is settled and no wake-up for it is pending. */
export async function untilSettled(api: TestApi, { phone }: Sender): Promise<void> {
  await eventually(
    () => tracesOf(api, phone).catch(() => null),
    (traces) => traces?.["settled"] === 1 && traces["waiting"] === 0,
  );
}

/** Counts all effects of a batch on a relationship, and the outbox rows that wait for a consumer. */
async function tracesOf(api: TestApi, { relationshipId, agenda }: Phone) {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from sync_batch where relationship_id = ${relationshipId}) as batches,
      (select count(*)::int from sync_batch where relationship_id = ${relationshipId}
        and status = 'SETTLED') as settled,
      (select count(*)::int from ${receiptsOfBatches} known where relationship_id = ${relationshipId}) as receipts,
      (select count(*)::int from quick_log_operation
        where relationship_id = ${relationshipId}) as operations,
      (select count(*)::int from quick_log_operation
        where source_type is not null and relationship_id = ${relationshipId}) as values,
      (select count(*)::int from quick_log_operation q
        join sync_batch b on b.id = ${batchOf("q.receipt_id")} and b.status = 'SETTLED'
        where q.status = 'ACCEPTED' and q.relationship_id = ${relationshipId}) as counted,
      (select revision from agenda_task where id = ${agenda.water.id}) as revision,
      (select (completion_summary -> 'value' ->> 'current')::int from agenda_task
        where id = ${agenda.water.id}) as millilitres,
      (select count(*)::int from outbox
        where available_at < clock_now() + interval '1 minute') as waiting
  `.execute(api.deps.database.em.fork().getKysely());
  return firstRow(rows);
}

/** The outbox row that wakes a device's actor. */
export interface WakeRow {
  readonly id: string;
  readonly isLeased: boolean;
}

/** The pending wake-up rows of the phone's actor; none after delivery. */
export async function wakeRowsOf(api: TestApi, { deviceId }: Phone): Promise<readonly WakeRow[]> {
  const { rows } = await sql<WakeRow>`
    select id, available_at > clock_now() as "isLeased" from outbox
    where consumer = 'device-actor' and key = ${deviceActorId(deviceId)}
  `.execute(api.deps.database.em.fork().getKysely());
  return rows;
}

/** The batches of a phone: whether settled, and how often settlement failed. */
export async function batchesOf(
  api: TestApi,
  { deviceId }: Phone,
): Promise<readonly { readonly isSettled: boolean; readonly attempts: number }[]> {
  const { rows } = await sql<{ isSettled: boolean; attempts: number }>`
    select status = 'SETTLED' as "isSettled", settle_attempts as attempts
    from sync_batch where device_id = ${deviceId}
  `.execute(api.deps.database.em.fork().getKysely());
  return rows;
}

/** A proxy to the API that forwards requests and withholds the answers. */
export async function openDeafWay(apiUrl: string) {
  let answered = false;
  const way = await openLocalWay(new URL(apiUrl), (near, far) => {
    far.on("data", () => (answered = true));
    near.pipe(far);
  });
  return {
    url: `http://127.0.0.1:${way.port}`,
    isAnswered: () => answered,
    close: way.close,
  };
}
