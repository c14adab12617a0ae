import { newId } from "../../../db/new-id.ts";
import { deviceActor } from "../../../contract/sync/actors.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import type { PurgeTrigger } from "../../../contract/sync/purge-vocabulary.ts";
import { appendEvents, type EventOrigin } from "../../../db/outbox/append-events.ts";
import type { AffectedDevice } from "../../../db/sync/purge/affected-devices.ts";
import {
  insertPurgeOrders,
  type NewPurgeOrder,
  withdrawCoveredOrders,
} from "../../../db/sync/purge/write-orders.ts";
import type { Tx } from "../../../db/transact.ts";
import { QUEUE_OF_PURGE } from "../../../rules/sync/queue-of-purge.ts";

/** A device that ended, and why it has to delete what it keeps. */
export interface EndedDevice {
  readonly deviceId: string;
  readonly trigger: PurgeTrigger;
}

/**
 * Orders devices that ended to delete everything they keep, in the transaction that ended them; what becomes
 * of their unsent operations follows from the reason (docs/rooms/sync.md#purge-orders). What they were asked
 * for before is part of it, unless it deletes what is kept now.
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

/**
 * Orders devices to delete what they keep of a scope that is closed to them, in the transaction that
 * closed it. A device that is asked for it already is not asked again.
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
