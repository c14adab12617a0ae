import { newId } from "../../../db/platform/new-id.ts";
import { deviceActor } from "../../../contract/sync/device-actor.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import type { PurgeTrigger } from "../../../contract/sync/purge-vocabulary.ts";
import { appendEvents, type EventOrigin } from "../../../db/outbox/append-events.ts";
import type { AffectedDevice } from "../../../db/sync/purge/list-relationship-devices.ts";
import {
  insertPurgeOrders,
  type NewPurgeOrder,
  withdrawCoveredOrders,
} from "../../../db/sync/purge/insert-purge-orders.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { QUEUE_OF_PURGE } from "../../../rules/sync/queue-of-purge.ts";

/**
 * Orders ended devices to delete all their data, in the transaction that ended them. The reason decides about unsent
 * operations (docs/rooms/sync.md#purge-orders). The new order includes earlier ones, unless they delete what this one
 * keeps.
 */
export async function orderWholePurges(
  tx: Tx,
  ended: readonly EndedDevice[],
  origin: EventOrigin,
): Promise<void> {
  if (ended.length === 0) return;
  const orders = ended.map(({ deviceId, trigger }) => {
    return { deviceId, trigger, scope: "ALL", scopeId: deviceId, workspaceId: null } as const;
  });
  await order(tx, orders, origin);
}

/** An ended device, and why it must delete its data. */
export interface EndedDevice {
  readonly deviceId: string;
  readonly trigger: PurgeTrigger;
}

/**
 * Orders devices to delete their data of a closed scope, in the transaction that closed it. A device with such an
 * order gets no second one.
 */
export async function orderScopePurges(
  tx: Tx,
  {
    devices,
    trigger,
  }: { readonly devices: readonly AffectedDevice[]; readonly trigger: PurgeTrigger },
  origin: EventOrigin,
): Promise<void> {
  if (devices.length === 0) return;
  await order(
    tx,
    devices.map((device) => ({ ...device, trigger })),
    origin,
  );
}

async function order(
  tx: Tx,
  wishes: readonly Omit<NewPurgeOrder, "id" | "queue">[],
  origin: EventOrigin,
): Promise<void> {
  const orders = wishes.map((wish) => {
    return { ...wish, id: newId(), queue: QUEUE_OF_PURGE[wish.trigger] };
  });
  await withdrawCoveredOrders(tx, orders, origin.now);
  const inserted = new Set(await insertPurgeOrders(tx, orders, origin.now));
  const added = orders.filter(({ id }) => inserted.has(id));
  await appendEvents(tx, added.map(purgeOrdered), origin);
}

function purgeOrdered({
  id,
  deviceId,
  trigger,
  scope,
  scopeId,
  workspaceId,
}: NewPurgeOrder): DomainEvent {
  return deviceActor.wokenBy(
    {
      eventId: newId(),
      type: "PurgeOrdered",
      subjectId: id,
      version: 0,
      refs: { deviceId, trigger, scope, scopeId, workspaceId },
    },
    { deviceId },
  );
}
