import { purgeReach } from "../../contract/sync/purge-reach.ts";
import { LOCAL_STATUSES } from "../../contract/sync/vocabulary.ts";
import type { Sql } from "../ports/sql.ts";
import { oneOfIn, textIn, textsIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import { EVERY_DEVICE, type ObeyedOrder } from "./obeyed-order.ts";
import { type ReachedDrafts, reachedDrafts } from "./reached-drafts.ts";

/**
 * The operations, online acts and drafts of a scope by the effect of an order on them
 * (docs/rooms/sync.md#purge-reach). An act counts as unsent until it is answered.
 */
export async function reachedOperations(
  sql: Sql,
  order: ObeyedOrder,
  scope: ScopeRow,
): Promise<ReachedOperations> {
  const { scopeId, workspaceId } = scope;
  const rows = await sql.read({
    sql: `select client_operation_id, status, device_ids, local_sequence as place
        from sync_operation where scope_id = ?1
      union all select act_id, iif(status = 'OPEN', 'QUEUED', 'ACCEPTED'), device_ids, created_at
        from online_act where scope_id = ?1
      order by place`,
    params: [scopeId],
  });
  const unsent: string[] = [];
  const gone: string[] = [];
  for (const row of rows) {
    const operation = {
      deviceIds: textsIn(row, "device_ids"),
      workspaceId,
      relationshipId: scopeId,
    };
    const isReached =
      order.deviceId === EVERY_DEVICE || purgeReach(order, operation) !== "UNTOUCHED";
    if (!isReached) continue;
    const id = textIn(row, "client_operation_id");
    const isUnsent = UNSENT.includes(oneOfIn(row, "status", STATUSES));
    if (isUnsent) unsent.push(id);
    if (!isUnsent || order.queue === "DELETE") gone.push(id);
  }
  const drafts = await reachedDrafts(sql, order, scope);
  return { unsent, gone, drafts, isEmptied: gone.length === rows.length && drafts.isEmptied };
}

/** What an order reaches: ids of operations and acts, and drafts. */
export interface ReachedOperations {
  /** Those without a verdict. */
  readonly unsent: readonly string[];
  /** Those that the order deletes: answered ones with the cache, unsent ones only if it deletes the queue. */
  readonly gone: readonly string[];
  readonly drafts: ReachedDrafts;
  /** Whether none of the scope stays. */
  readonly isEmptied: boolean;
}

const STATUSES = [...LOCAL_STATUSES, "DISCARDED"] as const;
const UNSENT: readonly string[] = ["QUEUED", "SYNCING"];
