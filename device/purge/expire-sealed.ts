import type { Core } from "../core.ts";
import { ordersKept } from "../session/purge-orders.ts";
import { textIn } from "../store/columns.ts";
import { EVERY_DEVICE } from "./obeyed-order.ts";
import { carryOut } from "./carry-out.ts";
import { forgetReports } from "./purge-report.ts";

/**
 * Deletes sealed queues whose time is over (docs/rooms/device.md#purge). Only the server's clock decides: the device's
 * own clock may be years ahead, and nothing brings a deleted queue back. A stored order comes first, because it may
 * hand the queue over.
 */
export async function expireSealed(core: Core, serverTime: number): Promise<void> {
  const { sql } = core.ports;
  if ((await ordersKept(sql)).length > 0) return;
  const expired = await sql.read({
    sql: `select scope_id from cache_scope where status = 'SEALED' and purge_required_at <= ?
      order by scope_id`,
    params: [serverTime],
  });
  for (const row of expired) {
    const scopeId = textIn(row, "scope_id");
    const orderId = `sealed-until/${scopeId}`;
    await carryOut(core, {
      orderId,
      deviceId: EVERY_DEVICE,
      scope: { kind: "RELATIONSHIP", workspaceId: null, relationshipId: scopeId },
      queue: "DELETE",
      handedOverTo: null,
      sealedUntil: null,
    });
    await sql.write([forgetReports(orderId)]);
  }
}
