import { purgeReach } from "../../contract/sync/purge-reach.ts";
import type { Core } from "../core.ts";
import type { JsonObject } from "../json.ts";
import { type Sql, SqlFault, type Statement } from "../ports/sql.ts";
import { numberIn, textIn, textsIn } from "../store/columns.ts";
import { ordersKept, readOrder, saveOrders, type StoredOrder } from "./purge-orders.ts";

/**
 * Makes a device the current one of this installation, in one transaction. It stores the id, the purge orders of the
 * answer, and the queue under the new device (docs/rooms/sync.md#purge-reach). Operations that an order deletes or
 * seals are not handed over; the purge carries out the order later.
 */
export async function handOver(
  core: Core,
  { deviceId, orders }: { readonly deviceId: string; readonly orders: readonly JsonObject[] },
  more: readonly Statement[],
): Promise<void> {
  const { sql, clock } = core.ports;
  const now = clock.now();
  const arrived = orders.flatMap((order) => readOrder(order) ?? []);
  for (;;) {
    const kept = await ordersKept(sql);
    const all = [...kept, ...arrived];
    const enqueued = await countEnqueued(sql);
    const ids = await idsHandedOver(sql, all);
    try {
      await sql.write([
        {
          sql: `update device_metadata set device_id = ?, registration_status = 'ACTIVE'
            where one = 1 and (select total(enqueued) from cache_scope) = ?`,
          params: [deviceId, enqueued],
          changes: 1,
        },
        {
          sql: `update sync_operation set device_ids = json_insert(device_ids, '$[#]', ?), updated_at = ?
            where client_operation_id in (select value from json_each(?))
              and not exists (select 1 from json_each(device_ids) where value = ?)`,
          params: [deviceId, now, JSON.stringify(ids), deviceId],
        },
        ...(arrived.length > 0 ? [saveOrders(all, now)] : []),
        ...more,
      ]);
      return;
    } catch (fault) {
      // An operation was queued under the former device meanwhile: it is handed over too.
      if (!(fault instanceof SqlFault) || fault.kind !== "UNEXPECTED") throw fault;
    }
  }
}

async function countEnqueued(sql: Sql): Promise<number> {
  const [row] = await sql.read({ sql: "select total(enqueued) as enqueued from cache_scope" });
  return row === undefined ? 0 : numberIn(row, "enqueued");
}

/** Waiting operations that no order reaches. */
async function idsHandedOver(sql: Sql, orders: readonly StoredOrder[]): Promise<readonly string[]> {
  const rows = await sql.read({
    sql: `select client_operation_id, device_ids, workspace_id, coalesce(relationship_id, '') as relationship_id
      from sync_operation join cache_scope using (scope_id) where sync_operation.status in ('QUEUED', 'SYNCING')`,
  });
  return rows.flatMap((row) => {
    const operation = {
      deviceIds: textsIn(row, "device_ids"),
      workspaceId: textIn(row, "workspace_id"),
      relationshipId: textIn(row, "relationship_id"),
    };
    const isTaken = orders.some((order) => isTakenBy(purgeReach(order, operation)));
    return isTaken ? [] : [textIn(row, "client_operation_id")];
  });
}

function isTakenBy(reach: ReturnType<typeof purgeReach>): boolean {
  return reach === "DELETED" || reach === "SEALED";
}
