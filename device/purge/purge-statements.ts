import type { Statement } from "../ports/sql.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";
import { goneOperations } from "./gone-operations.ts";
import { queueHandedOver } from "./queue-handed-over.ts";
import type { ReachedOperations } from "./reached-operations.ts";

/**
 * Deletes the cache of a scope, and the operations, acts and drafts that an order deletes. Unsent ones that stay are
 * sealed until the same person registers again, or handed over to the new device.
 *
 * @param cacheKey name of the key for data that is read from here on.
 */
export function purgeStatements(
  order: ObeyedOrder,
  { scopeId }: ScopeRow,
  { reached, cacheKey }: { readonly reached: ReachedOperations; readonly cacheKey: string },
): readonly Statement[] {
  const { where, whereAct, params } = goneOperations(scopeId, reached);
  return [
    ...["snapshot", "optimistic", "canonical_id"].map((table) => ({
      sql: `delete from ${table} where scope_id = ?`,
      params: [scopeId],
    })),
    ...["sync_receipt", "sync_conflict"].map((table) => ({
      sql: `delete from ${table} where ${where}`,
      params,
    })),
    {
      sql: `update cache_scope set purged = purged + gone.count, accepted = accepted - gone.were_accepted,
          rejected = rejected - gone.were_rejected, conflicted = conflicted - gone.were_conflicted,
          discarded = discarded - gone.were_discarded, cache_key = ?3, last_cursor = null
        from (select count(*) as count, ${STATUSES.map(countOf).join()} from sync_operation where ${where}) as gone
        where scope_id = ?1`,
      params: [...params, cacheKey],
    },
    { sql: `delete from sync_operation where ${where}`, params },
    { sql: `delete from online_act where ${whereAct}`, params },
    {
      sql: `delete from draft where scope_id = ? and kind || '/' || id in (select value from json_each(?))`,
      params: [scopeId, JSON.stringify(reached.drafts.gone)],
    },
    ...afterwards(order, scopeId, reached),
  ];
}

/** The statuses that a scope counts. */
const STATUSES = ["ACCEPTED", "REJECTED", "CONFLICTED", "DISCARDED"];

const countOf = (status: string) =>
  `count(*) filter (where status = '${status}') as were_${status.toLowerCase()}`;

/** Deletes an empty scope. A sealed scope stays, and so does one with operations of a later device. */
function afterwards(
  { queue, sealedUntil, handedOverTo }: ObeyedOrder,
  scopeId: string,
  { unsent, drafts, isEmptied }: ReachedOperations,
): readonly Statement[] {
  if (queue === "DELETE" && isEmptied)
    return [{ sql: `delete from cache_scope where scope_id = ?`, params: [scopeId] }];
  const isUnsent = unsent.length > 0 || drafts.kept.length > 0;
  const isSealed = queue === "KEEP" && handedOverTo === null && isUnsent;
  const until = isSealed && sealedUntil !== null ? Date.parse(sealedUntil) : null;
  const moved = {
    sql: `update cache_scope set status = ?, purge_required_at = ? where scope_id = ?`,
    params: [isSealed ? "SEALED" : "ACTIVE", until, scopeId],
  };
  return handedOverTo === null
    ? [moved]
    : [moved, ...queueHandedOver(handedOverTo, { unsent, drafts: drafts.kept })];
}
