import { LOCAL_STATUSES } from "../../contract/sync/vocabulary.ts";
import type { Row, Sql } from "../ports/sql.ts";
import { oneOfIn, textIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import { isReached, type ScopesById } from "./is-reached.ts";
import type { ObeyedOrder } from "./obeyed-order.ts";
import { type ReachedDrafts, reachedDrafts } from "./reached-drafts.ts";

/**
 * The operations, online acts and drafts of some scopes by the effect of an order on them
 * (docs/rooms/sync.md#purge-reach). An act counts as unsent until it is answered. Two statements, however many scopes.
 */
export async function reachedOperations(
  sql: Sql,
  order: ObeyedOrder,
  scopes: readonly ScopeRow[],
): Promise<ReachedOperations> {
  const byId = new Map(scopes.map((scope) => [scope.scopeId, scope]));
  const rows = await sql.read({
    sql: `select scope_id, client_operation_id, status, device_ids, local_sequence as place
        from sync_operation where scope_id in (select value from json_each(?1))
      union all select scope_id, act_id, iif(status = 'OPEN', 'QUEUED', 'ACCEPTED'), device_ids, created_at
        from online_act where scope_id in (select value from json_each(?1))
      order by scope_id, place`,
    params: [JSON.stringify([...byId.keys()])],
  });
  const work = rows.map((row) => workOf(order, row, byId));
  const drafts = await reachedDrafts(sql, order, byId);
  const left = scopesOf(work.filter(({ isGone }) => !isGone));
  const unsent = work.filter((one) => one.isReached && one.isUnsent);
  const unsentIn = scopesOf(unsent);
  const isEmptied = (scopeId: string) => !left.has(scopeId) && !drafts.left.has(scopeId);
  const scopeIds = [...byId.keys()];
  return {
    unsent: unsent.map(({ id }) => id),
    gone: work.flatMap(({ id, scopeId, isGone }) => (isGone && !isEmptied(scopeId) ? [id] : [])),
    drafts,
    emptied: scopeIds.filter(isEmptied),
    unsentIn: scopeIds.filter((scopeId) => unsentIn.has(scopeId) || drafts.keptIn.has(scopeId)),
  };
}

interface Work {
  readonly id: string;
  readonly scopeId: string;
  readonly isReached: boolean;
  readonly isUnsent: boolean;
  /** Whether the order deletes it. */
  readonly isGone: boolean;
}

function workOf(order: ObeyedOrder, row: Row, scopes: ScopesById): Work {
  const isUnsent = UNSENT.includes(oneOfIn(row, "status", STATUSES));
  const isOfOrder = isReached(order, row, scopes);
  return {
    id: textIn(row, "client_operation_id"),
    scopeId: textIn(row, "scope_id"),
    isReached: isOfOrder,
    isUnsent,
    isGone: isOfOrder && (!isUnsent || order.queue === "DELETE"),
  };
}

function scopesOf(work: readonly Work[]): ReadonlySet<string> {
  return new Set(work.map(({ scopeId }) => scopeId));
}

/** The reach of an order: ids of operations and acts, drafts, and scopes. */
export interface ReachedOperations {
  /** Operations and acts without a verdict. */
  readonly unsent: readonly string[];
  /**
   * Operations and acts that the order deletes in scopes of which something stays. Answered ones go with the cache,
   * unsent ones only if the order deletes the queue.
   */
  readonly gone: readonly string[];
  readonly drafts: ReachedDrafts;
  /** Scopes of which no operation, act or draft stays. */
  readonly emptied: readonly string[];
  /** Scopes in which the order reaches unsent work. */
  readonly unsentIn: readonly string[];
}

const STATUSES = [...LOCAL_STATUSES, "DISCARDED"] as const;
const UNSENT: readonly string[] = ["QUEUED", "SYNCING"];
