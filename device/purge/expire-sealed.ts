import type { Core } from "../core.ts";
import { changeOrders } from "../session/purge-orders.ts";
import { textIn } from "../store/columns.ts";
import { EVERY_DEVICE } from "./obeyed-order.ts";

/**
 * Orders the deletion of sealed queues whose time is over (docs/rooms/device.md#purge). It is stored like an order of
 * the server, so that a kill does not end it. Only the server's clock decides: the device's own clock may be years
 * ahead, and nothing brings a deleted queue back. A stored order comes first, because it may hand the queue over.
 */
export async function expireSealed(core: Core, serverTime: number): Promise<void> {
  const expired = await core.ports.sql.read({
    sql: `select scope_id from cache_scope where status = 'SEALED' and purge_required_at <= ?
      order by scope_id`,
    params: [serverTime],
  });
  if (expired.length === 0) return;
  const orders = expired.map((row) => expiryOf(textIn(row, "scope_id")));
  await changeOrders(core.ports, (stored) => (stored.length > 0 ? stored : orders));
}

function expiryOf(scopeId: string) {
  return {
    orderId: `sealed-until/${scopeId}`,
    deviceId: EVERY_DEVICE,
    scope: { kind: "RELATIONSHIP", workspaceId: null, relationshipId: scopeId },
    trigger: "SEALED_UNTIL",
    queue: "DELETE",
    handedOverTo: null,
    sealedUntil: null,
    orderedAt: null,
  } as const;
}
