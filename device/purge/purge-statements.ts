import type { Statement } from "../ports/sql.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import { GONE_OPERATIONS, reachOf } from "./order-reach.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";

/**
 * Deletes the cache of a scope and the operations that an order reaches (docs/rooms/sync.md#purge-reach). Unsent
 * operations that stay are sealed until the same person registers again, or handed over to the new device.
 *
 * @param cacheKey name of the key for data that is read from here on.
 */
export function purgeStatements(
  order: ObeyedOrder,
  { scopeId }: ScopeRow,
  cacheKey: string,
): readonly Statement[] {
  const reach = reachOf(order, scopeId);
  return [
    ...CACHE_TABLES.map((table) => ({
      sql: `delete from ${table} where scope_id = ?`,
      params: [scopeId],
    })),
    ...["sync_receipt", "sync_conflict"].map((table) => ({
      sql: `delete from ${table} where client_operation_id in (
        select client_operation_id from sync_operation where ${GONE_OPERATIONS})`,
      params: reach,
    })),
    {
      sql: `update cache_scope set purged = purged + ${gone()},
          accepted = accepted - ${gone("ACCEPTED")}, rejected = rejected - ${gone("REJECTED")},
          conflicted = conflicted - ${gone("CONFLICTED")}, discarded = discarded - ${gone("DISCARDED")},
          cache_key = ?5, last_cursor = null
        where scope_id = ?1`,
      params: [...reach, cacheKey],
    },
    { sql: `delete from sync_operation where ${GONE_OPERATIONS}`, params: reach },
    ...afterwards(order, scopeId),
  ];
}

/** Everything that can be read again. */
const CACHE_TABLES = ["snapshot", "optimistic", "canonical_id"];

function gone(status?: string): string {
  const ofStatus = status === undefined ? "" : ` and status = '${status}'`;
  return `(select count(*) from sync_operation where ${GONE_OPERATIONS}${ofStatus})`;
}

/** Deletes a scope without operations. A sealed scope stays, and so does one with operations of a later device. */
function afterwards(order: ObeyedOrder, scopeId: string): readonly Statement[] {
  const { queue, sealedUntil, handedOverTo, deviceId } = order;
  const opened = {
    sql: `update cache_scope set status = 'ACTIVE', purge_required_at = null where scope_id = ?`,
    params: [scopeId],
  };
  if (queue === "DELETE") {
    const emptied = `delete from cache_scope where scope_id = ?1
      and not exists (select 1 from sync_operation where scope_id = ?1)`;
    return [opened, { sql: emptied, params: [scopeId] }];
  }
  if (handedOverTo !== null) return [opened, handOver(scopeId, deviceId, handedOverTo)];
  const until = sealedUntil === null ? null : Date.parse(sealedUntil);
  return [
    opened,
    {
      sql: `update cache_scope set status = 'SEALED', purge_required_at = ?2
        where scope_id = ?1 and exists (select 1 from sync_operation where scope_id = ?1)`,
      params: [scopeId, until],
    },
  ];
}

/** Later orders to the new device reach these operations too. */
function handOver(scopeId: string, from: string, to: string): Statement {
  return {
    sql: `update sync_operation set device_ids = json_insert(device_ids, '$[#]', ?3)
      where scope_id = ?1 and status in ('QUEUED', 'SYNCING')
        and exists (select 1 from json_each(device_ids) where value = ?2)
        and not exists (select 1 from json_each(device_ids) where value = ?3)`,
    params: [scopeId, from, to],
  };
}
