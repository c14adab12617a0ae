import { deviceActor } from "../../../contract/sync/device-actor.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import type { PurgeContent } from "../../../contract/sync/purge-schema.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { findPurgeOrder, type PurgeOrderView } from "../../../db/sync/purge/queries.ts";
import {
  lockPurgeOrder,
  withdrawCoveredOrders,
  writeAcknowledgement,
} from "../../../db/sync/purge/insert-purge-orders.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";

/**
 * Stores a device's acknowledgement. A repeated one gets the same answer; the first content counts. An order that was
 * withdrawn meanwhile can still be acknowledged, because the device obeyed it. A device that deleted everything has
 * no other open orders.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT if the content differs from an earlier acknowledgement, or if operations
 * stay sealed although the order deletes the queue.
 */
export async function acknowledgePurge(
  tx: Tx,
  { orderId, requestId, ...content }: PurgeAcknowledgement,
): Promise<PurgeOrderView> {
  if (!(await lockPurgeOrder(tx, orderId))) throw new Refusal("NOT_FOUND");
  const order = await getOrder(tx, orderId);
  if (order.acknowledgedAt !== null) {
    if (!isSame(order, content)) throw stateConflict("ACKNOWLEDGED_OTHERWISE");
    return order;
  }
  if (order.queue === "DELETE" && content.sealedOperations > 0)
    throw stateConflict("NOTHING_MAY_BE_SEALED");
  const now = await clockNow(tx);
  await writeAcknowledgement(tx, { orderId, ...content, now });
  const { deviceId, trigger, scope, queue } = order;
  if (scope.kind === "ALL")
    await withdrawCoveredOrders(tx, [{ deviceId, scope: "ALL", scopeId: deviceId, queue }], now);
  const event = deviceActor.wokenBy(
    {
      eventId: newId(),
      type: "PurgeAcknowledged",
      subjectId: orderId,
      version: 0,
      refs: { deviceId, trigger, count: content.count },
    },
    { deviceId },
  );
  await appendEvents(tx, [event], { now, requestId });
  return getOrder(tx, orderId);
}

/** A device reports that it deleted what an order asked for. */
export interface PurgeAcknowledgement extends PurgeContent {
  readonly orderId: string;
  readonly requestId: string;
}

function isSame(known: PurgeOrderView, content: PurgeContent): boolean {
  return (
    known.count === content.count &&
    known.digest === content.digest &&
    known.lostOperations === content.lostOperations &&
    known.sealedOperations === content.sealedOperations
  );
}

async function getOrder(tx: Tx, orderId: string): Promise<PurgeOrderView> {
  const order = await findPurgeOrder(tx, orderId);
  if (order === null) throw new Refusal("NOT_FOUND");
  return order;
}
