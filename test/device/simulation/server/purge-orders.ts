import {
  SEALED_QUEUE_DAYS,
  type PurgeTrigger,
} from "../../../../contract/sync/purge-vocabulary.ts";
import { QUEUE_OF_PURGE } from "../../../../rules/sync/queue-of-purge.ts";
import type { Order, PersonName, Relationship, ServerDevice, Stored } from "./types.ts";

/** Orders a device to delete its data, of everything or of one relationship (docs/rooms/sync.md#purge-orders). */
export function orderPurge(
  { orders }: Pick<Stored, "orders">,
  device: ServerDevice,
  { trigger, relationship, now, uuid }: Ordering,
): void {
  const queue = QUEUE_OF_PURGE[trigger];
  const order: Order = {
    orderId: uuid(),
    deviceId: device.id,
    trigger,
    scope:
      relationship === undefined
        ? { kind: "ALL", workspaceId: null, relationshipId: null }
        : { kind: "RELATIONSHIP", workspaceId: null, relationshipId: relationship.id },
    queue,
    handedOverTo: null,
    sealedUntil:
      queue === "KEEP" ? new Date(now.getTime() + SEALED_QUEUE_DAYS * DAY_MS).toISOString() : null,
    orderedAt: now.toISOString(),
    acknowledgedAt: null,
  };
  orders.set(order.orderId, order);
}

interface Ordering {
  readonly trigger: PurgeTrigger;
  /** Absent if everything is to be deleted. */
  readonly relationship?: Relationship;
  readonly now: Date;
  readonly uuid: () => string;
}

const DAY_MS = 86_400_000;

/** The open orders of a device. */
export function openOrders({ orders }: Pick<Stored, "orders">, deviceId: string): Order[] {
  return [...orders.values()].filter(
    (order) => order.deviceId === deviceId && order.acknowledgedAt === null,
  );
}

/**
 * Hands sealed queues over to a new device of the same installation and person: their orders are narrowed to the cache.
 *
 * @returns the orders that the registration answers with.
 */
export function handOverTo(stored: Stored, device: ServerDevice): Order[] {
  const former = [...stored.devices.values()].filter(
    ({ id, person, installationId }) =>
      id !== device.id && person === device.person && installationId === device.installationId,
  );
  const narrowed: Order[] = [];
  for (const { id } of former) {
    for (const order of stored.orders.values()) {
      if (order.deviceId !== id || order.handedOverTo !== null) continue;
      if (order.queue !== "KEEP" || isDeleted(stored, id)) continue;
      order.handedOverTo = device.id;
      narrowed.push(order);
    }
  }
  const open = former.flatMap(({ id }) => openOrders(stored, id));
  return [...new Set([...narrowed, ...open])];
}

function isDeleted({ orders }: Stored, deviceId: string): boolean {
  return [...orders.values()].some(
    (order) =>
      order.deviceId === deviceId && order.queue === "DELETE" && order.scope.kind === "ALL",
  );
}

/** Whether an order of the server, and not of the person, deletes unsent work in a relationship. */
export function deletesQueueOf(
  { orders, devices }: Stored,
  person: PersonName,
  relationshipId: string,
): boolean {
  return [...orders.values()].some(
    ({ deviceId, queue, scope, trigger }) =>
      queue === "DELETE" &&
      trigger !== "LOGOUT" &&
      devices.get(deviceId)?.person === person &&
      (scope.kind === "ALL" || scope.relationshipId === relationshipId),
  );
}
