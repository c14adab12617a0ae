import type { Statement } from "../ports/sql.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";
import { forgetInbox } from "./forget-inbox.ts";
import { goneOperations } from "./gone-operations.ts";
import { queueHandedOver } from "./queue-handed-over.ts";
import { MEDIA_KEY } from "./reached-drafts.ts";
import type { ReachedOperations } from "./reached-operations.ts";

/**
 * Deletes the cache of some scopes, and the operations, acts, drafts and files that an order deletes. Unsent ones that
 * stay are sealed until the same person registers again, or handed over to the new device. The number of statements
 * does not grow with the scopes.
 *
 * @param keyMark ends the names of the keys for data that is read from here on.
 */
export function purgeStatements(
  order: ObeyedOrder,
  scopeIds: readonly string[],
  { reached, keyMark }: { readonly reached: ReachedOperations; readonly keyMark: string },
): readonly Statement[] {
  const { where, whereAct, params } = goneOperations(reached);
  const scopes = JSON.stringify(scopeIds);
  return [
    forgetInbox(order),
    ...CACHE.map((table) => ({
      sql: `delete from ${table} where scope_id in (select value from json_each(?))`,
      params: [scopes],
    })),
    ...["sync_receipt", "sync_conflict"].map((table) => deleteFrom(table, where, params)),
    {
      sql: `update cache_scope set purged = purged + gone.count, accepted = accepted - gone.were_accepted,
          rejected = rejected - gone.were_rejected, conflicted = conflicted - gone.were_conflicted,
          discarded = discarded - gone.were_discarded
        from (select scope_id as id, count(*) as count, ${STATUSES.map(countOf).join()}
          from sync_operation where ${where} group by scope_id) as gone
        where scope_id = gone.id`,
      params,
    },
    {
      sql: `update cache_scope set cache_key = 'cache/' || scope_id || '/' || ?, last_cursor = null
        where scope_id in (select value from json_each(?))`,
      params: [keyMark, scopes],
    },
    deleteFrom("sync_operation", where, params),
    deleteFrom("online_act", whereAct, params),
    {
      sql: `delete from media where scope_id in (select value from json_each(?))
        and ${MEDIA_KEY} in (select value from json_each(?))`,
      params: [scopes, JSON.stringify(reached.drafts.gone)],
    },
    {
      sql: `delete from draft where scope_id in (select value from json_each(?))
        and kind || '/' || id in (select value from json_each(?))`,
      params: [scopes, JSON.stringify(reached.drafts.gone)],
    },
    ...afterwards(order, scopes, reached),
  ];
}

/** Tables with data that the server can send again. */
const CACHE = ["snapshot", "optimistic", "canonical_id", "receipt_chain"];

function deleteFrom(table: string, where: string, params: readonly string[]): Statement {
  return { sql: `delete from ${table} where ${where}`, params };
}

/** The statuses that a scope counts. */
const STATUSES = ["ACCEPTED", "REJECTED", "CONFLICTED", "DISCARDED"];

const countOf = (status: string) =>
  `count(*) filter (where status = '${status}') as were_${status.toLowerCase()}`;

/** Deletes empty scopes. A sealed scope stays, and so does one with operations of a later device. */
function afterwards(
  { queue, sealedUntil, handedOverTo }: ObeyedOrder,
  scopes: string,
  { unsent, drafts, emptied, unsentIn }: ReachedOperations,
): readonly Statement[] {
  const deleted = JSON.stringify(queue === "DELETE" ? emptied : []);
  const sealed = JSON.stringify(queue === "KEEP" && handedOverTo === null ? unsentIn : []);
  const until = sealedUntil === null ? null : Date.parse(sealedUntil);
  const released = JSON.stringify(handedOverTo === null ? emptied : unsentIn);
  const isSealed = "scope_id in (select value from json_each(?1))";
  // A queue that an earlier order sealed stays sealed, unless this one reaches it.
  const staysSealed = `purge_required_at is not null and scope_id not in (select value from json_each(?4))`;
  const moved = [
    {
      sql: `delete from cache_scope where scope_id in (select value from json_each(?))`,
      params: [deleted],
    },
    {
      sql: `update cache_scope set
          status = iif(${isSealed} or (${staysSealed}), 'SEALED', 'ACTIVE'),
          purge_required_at = iif(${isSealed}, ?2, iif(${staysSealed}, purge_required_at, null))
        where scope_id in (select value from json_each(?3))`,
      params: [sealed, until, scopes, released],
    },
  ];
  return handedOverTo === null
    ? moved
    : [...moved, ...queueHandedOver(handedOverTo, { unsent, drafts: drafts.kept })];
}
