import { purgeReach } from "../../contract/sync/purge-reach.ts";
import type { Sql } from "../ports/sql.ts";
import { numberIn, textIn, textsIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import { EVERY_DEVICE, type ObeyedOrder } from "./obeyed-order.ts";

/**
 * The drafts of a scope by the effect of an order on them. They are the person's own unsent work: only an order that
 * deletes the queue deletes them. Ended drafts whose operations were all accepted go with the cache.
 */
export async function reachedDrafts(
  sql: Sql,
  order: ObeyedOrder,
  { scopeId, workspaceId }: ScopeRow,
): Promise<ReachedDrafts> {
  const rows = await sql.read({
    sql: `select kind || '/' || id as key, device_ids,
        status = 'ENDED' and not exists (select 1 from sync_operation operation
          where operation.scope_id = draft.scope_id and operation.object_id = draft.id
            and operation.status <> 'ACCEPTED') as is_done
      from draft where scope_id = ? order by 1`,
    params: [scopeId],
  });
  const gone: string[] = [];
  const kept: string[] = [];
  for (const row of rows) {
    const draft = { deviceIds: textsIn(row, "device_ids"), workspaceId, relationshipId: scopeId };
    const isReached = order.deviceId === EVERY_DEVICE || purgeReach(order, draft) !== "UNTOUCHED";
    if (!isReached) continue;
    const isGone = order.queue === "DELETE" || numberIn(row, "is_done") === 1;
    (isGone ? gone : kept).push(textIn(row, "key"));
  }
  return { gone, kept, isEmptied: gone.length === rows.length };
}

/** Keys `kind/id` of the drafts that an order reaches. */
export interface ReachedDrafts {
  /** Those that the order deletes. */
  readonly gone: readonly string[];
  /** Those that stay, sealed or handed over. */
  readonly kept: readonly string[];
  /** Whether no draft of the scope stays. */
  readonly isEmptied: boolean;
}
