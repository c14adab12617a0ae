import type { Statement } from "../../ports/sql.ts";
import { SIGN_OUT } from "../../store/names.ts";
import { UNDO_MS } from "./expired-discards.ts";

/**
 * Discards an entry and those that need it, in one transaction. Unexpected row counts reveal that something changed
 * since: a verdict, a batch being sent, a purge order or a new dependant.
 *
 * The counts are updated first, because they depend on the status that the operations had.
 */
export function discardStatements(scopeId: string, discard: Discard): readonly Statement[] {
  const { ids, now, undoUntil } = discard;
  return [
    {
      sql: `update cache_scope set discarded = discarded + ?3,
          rejected = rejected - ${countOf("REJECTED")}, conflicted = conflicted - ${countOf("CONFLICTED")}
        where scope_id = ?1 and ${OPEN_SCOPE} and not exists (${MISSED_DEPENDANT})`,
      params: [scopeId, JSON.stringify(ids), ids.length, SIGN_OUT],
      changes: 1,
    },
    {
      // Entries that a former, undone discard of it took along stay out of this one.
      sql: `update sync_operation set discarded_with = null where discarded_with = ? and status <> 'DISCARDED'`,
      params: [ids[0]],
    },
    {
      sql: `update sync_operation set discarded_from = status, status = 'DISCARDED', discarded_with = ?3,
          undo_until = ?4, updated_at = ?5
        where scope_id = ?1 and client_operation_id in (select value from json_each(?2))
          and status in ('QUEUED', 'REJECTED', 'CONFLICTED') and (?6 or not ${MAY_HAVE_ARRIVED})`,
      params: [
        scopeId,
        JSON.stringify(ids),
        ids[0],
        undoUntil,
        now,
        discard.mayHaveArrived ? 1 : 0,
      ],
      changes: ids.length,
    },
    rebuildStatement(scopeId, ids),
  ];
}

/** A decided discard. */
export interface Discard {
  /** The entry, followed by those that are discarded with it. */
  readonly ids: readonly [string, ...string[]];
  readonly now: number;
  readonly undoUntil: number;
  /** The person knows that the server may have some of them. */
  readonly mayHaveArrived: boolean;
}

/**
 * A waiting operation that was sent at least once. SCOPE_LOCKED and VERSION are the server's own last word on it: it
 * kept nothing.
 */
export const MAY_HAVE_ARRIVED = `(status = 'QUEUED' and sent_at is not null
  and coalesce(wait_reason, '') not in ('SCOPE_LOCKED', 'VERSION'))`;

/** Neither a purge nor a sign-out is under way. */
const OPEN_SCOPE = `status not in ('SEALED', 'PURGING')
  and not exists (select 1 from cache_metadata where key = ?4)`;

/** Brings discarded entries back exactly as they were, in one transaction. */
export function undoStatements(scopeId: string, undo: UndoneDiscard): readonly Statement[] {
  const ids = JSON.stringify(undo.ids);
  const countFrom = (status: string) => `(select count(*) from sync_operation
    where client_operation_id in (select value from json_each(?2)) and discarded_from = '${status}')`;
  return [
    {
      sql: `update cache_scope set discarded = discarded - ?3,
          rejected = rejected + ${countFrom("REJECTED")}, conflicted = conflicted + ${countFrom("CONFLICTED")}
        where scope_id = ?1 and ${OPEN_SCOPE}`,
      params: [scopeId, ids, undo.ids.length, SIGN_OUT],
      changes: 1,
    },
    {
      // The installation may have registered again meanwhile; orders to the new device reach these entries too.
      sql: `update sync_operation set status = discarded_from, discarded_from = null, undo_until = null,
          updated_at = ?3, device_ids = coalesce((select json_insert(device_ids, '$[#]', device_id)
            from device_metadata where device_id is not null
              and not exists (select 1 from json_each(device_ids) where value = device_id)), device_ids)
        where scope_id = ?1 and client_operation_id in (select value from json_each(?2))
          and status = 'DISCARDED' and undo_until > ?3 and undo_until <= ?3 + ${UNDO_MS}`,
      params: [scopeId, ids, undo.now],
      changes: undo.ids.length,
    },
    rebuildStatement(scopeId, undo.ids),
  ];
}

/** A discard that is undone. */
export interface UndoneDiscard {
  readonly ids: readonly string[];
  readonly now: number;
}

function countOf(status: string): string {
  return `(select count(*) from sync_operation
    where client_operation_id in (select value from json_each(?2)) and status = '${status}')`;
}

/** A waiting operation that depends on a waiting one of the list and is not in it. */
const MISSED_DEPENDANT = `
  select 1 from sync_operation child join json_each(child.depends_on) parent
    join sync_operation needed on needed.client_operation_id = parent.value
  where child.scope_id = ?1 and child.status in ('QUEUED', 'SYNCING') and child.depends_on <> '[]'
    and needed.status = 'QUEUED' and parent.value in (select value from json_each(?2))
    and child.client_operation_id not in (select value from json_each(?2))`;

/** The expected task was computed with these operations; the next read computes it anew. */
function rebuildStatement(scopeId: string, ids: readonly string[]): Statement {
  return {
    sql: `delete from optimistic where scope_id = ? and kind = 'task' and id in (
      select object_id from sync_operation where client_operation_id in (select value from json_each(?)))`,
    params: [scopeId, JSON.stringify(ids)],
  };
}
