import { deviceActor } from "../../../contract/sync/actors.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { PurgeContent } from "../../../contract/sync/purge-schema.ts";
import { newId } from "../../../db/new-id.ts";
import { appendEvents } from "../../../db/outbox/append-events.ts";
import { findPurgeOrder, type PurgeOrderView } from "../../../db/sync/purge/queries.ts";
import {
  lockPurgeOrder,
  withdrawNarrowerOrders,
  writeAcknowledgement,
} from "../../../db/sync/purge/write-orders.ts";
import { clockNow, type Tx } from "../../../db/transact.ts";

/** A device took away what an order asks for. */
export interface PurgeAcknowledgement extends PurgeContent {
  readonly orderId: string;
  readonly requestId: string;
}

/**
 * Keeps what a device took away. Told again, it answers the same; the first word stands. An order that
 * was taken back meanwhile is acknowledged all the same, for it was obeyed; who took everything away is
 * asked for nothing else.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT for another count or digest than was told before.
 */
export async function acknowledgePurge(
  tx: Tx,
  { orderId, count, digest, requestId }: PurgeAcknowledgement,
): Promise<PurgeOrderView> {
  if (!(await lockPurgeOrder(tx, orderId))) throw new Refusal("NOT_FOUND");
  const order = await getOrder(tx, orderId);
  if (order.acknowledgedAt !== null) {
    if (order.count !== count || order.digest !== digest) throw new Refusal("STATE_CONFLICT");
    return order;
  }
  const now = await clockNow(tx);
  await writeAcknowledgement(tx, { orderId, count, digest, now });
  const { deviceId, trigger, scope } = order;
  if (scope.kind === "ALL") await withdrawNarrowerOrders(tx, [deviceId], now);
  const event = deviceActor.wokenBy(
    {
      eventId: newId(),
      type: "PurgeAcknowledged",
      subjectId: orderId,
      version: 0,
      refs: { deviceId, trigger, count },
    },
    { deviceId },
  );
  await appendEvents(tx, [event], { now, requestId });
  return getOrder(tx, orderId);
}

async function getOrder(tx: Tx, orderId: string): Promise<PurgeOrderView> {
  const order = await findPurgeOrder(tx, orderId);
  if (order === null) throw new Refusal("NOT_FOUND");
  return order;
}
