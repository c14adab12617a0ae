import { purgeReach } from "../../contract/sync/purge-reach.ts";
import type { Core } from "../core.ts";
import type { JsonObject } from "../json.ts";
import { isUnexpected, type Sql, type Statement } from "../ports/sql.ts";
import { MEDIA_KEY } from "../purge/reached-drafts.ts";
import { queueHandedOver } from "../purge/queue-handed-over.ts";
import { textIn, textsIn } from "../store/columns.ts";
import { count, MADE } from "../store/counts.ts";
import { readOrder, readOrders, saveOrders, type StoredOrder } from "./purge-orders.ts";

/**
 * Makes a device the current one of this installation, in one transaction. It stores the id, the purge orders of the
 * answer, and queue and drafts under the new device (docs/rooms/sync.md#purge-reach). Operations that an order deletes
 * or seals are not handed over; the purge carries out the order later.
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
    const stored = await readOrders(sql);
    const all = [...stored.orders, ...arrived];
    const made = await count(sql, MADE);
    const known = await keysIn(sql, DRAFTS);
    const unsent = await keysHandedOver(sql, all, OPERATIONS);
    const drafts = await keysHandedOver(sql, all, DRAFTS);
    try {
      await sql.write([
        {
          sql: `update device_metadata set device_id = ?, registration_status = 'ACTIVE'
            where one = 1 and ${MADE} = ?
              and not exists (select 1 from (${DRAFTS})
                where key not in (select value from json_each(?)))`,
          params: [deviceId, made, JSON.stringify(known)],
          changes: 1,
        },
        ...queueHandedOver(deviceId, { unsent, drafts }),
        ...(arrived.length > 0 ? [saveOrders(stored, all, now)] : []),
        ...more,
      ]);
      return;
    } catch (fault) {
      // An operation, act, draft or file was stored under the former device meanwhile: it is handed over too.
      if (!isUnexpected(fault)) throw fault;
    }
  }
}

/** Answered ones are among them: a later order to the new device deletes these too. */
const OPERATIONS = `
  select client_operation_id as key, scope_id, device_ids from sync_operation
  union all select act_id, scope_id, device_ids from online_act`;
const DRAFTS = `
  select kind || '/' || id as key, scope_id, device_ids from draft
  union all select ${MEDIA_KEY}, scope_id, device_ids from media`;

async function keysIn(sql: Sql, rows: string): Promise<readonly string[]> {
  return (await sql.read({ sql: `select key from (${rows})` })).map((row) => textIn(row, "key"));
}

/** Keys of operations and acts, or of drafts, that no order takes away. */
async function keysHandedOver(
  sql: Sql,
  orders: readonly StoredOrder[],
  unsent: string,
): Promise<readonly string[]> {
  const rows = await sql.read({
    sql: `select key, device_ids, workspace_id, coalesce(relationship_id, '') as relationship_id
      from (${unsent}) join cache_scope using (scope_id)`,
  });
  return rows.flatMap((row) => {
    const queued = {
      deviceIds: textsIn(row, "device_ids"),
      workspaceId: textIn(row, "workspace_id"),
      relationshipId: textIn(row, "relationship_id"),
    };
    const isTaken = orders.some((order) => isTakenBy(purgeReach(order, queued)));
    return isTaken ? [] : [textIn(row, "key")];
  });
}

function isTakenBy(reach: ReturnType<typeof purgeReach>): boolean {
  return reach === "DELETED" || reach === "SEALED";
}
