import type { PartContext } from "../../parts/part-context.ts";
import type { Statement } from "../../ports/sql.ts";
import { loadDraftOperations } from "../drafts/draft-operations.ts";

/** A choice about a draft that an earlier call queued and that has no verdict; null if there is none. */
export async function waitingChoice(
  { core, row }: Pick<PartContext, "core" | "row">,
  draftId: string,
): Promise<WaitingChoice | null> {
  const operations = await loadDraftOperations(core, await row(), draftId);
  const waiting = operations.filter(({ status }) => status === "QUEUED" || status === "SYNCING");
  for (const { id: operationId, operationType, resubmitOf } of waiting) {
    if (operationType === "workout.discard-session") return { choice: "DISCARD", operationId };
    if (resubmitOf !== null) return { choice: "RESUBMIT", operationId };
  }
  return null;
}

/** An operation that carries out a choice. */
export interface WaitingChoice {
  readonly choice: "RESUBMIT" | "DISCARD";
  readonly operationId: string;
}

/** The same as a condition of a transaction: it fails if such an operation was queued since. */
export function noChoiceWaits(scopeId: string, draftId: string): Statement {
  return {
    sql: `update cache_scope set scope_id = scope_id where scope_id = ?1 and not exists (
        select 1 from sync_operation where scope_id = ?1 and object_id = ?2 and status in ('QUEUED', 'SYNCING')
          and (operation_type = 'workout.discard-session' or resubmit_of is not null))`,
    params: [scopeId, draftId],
    changes: 1,
  };
}
