import type { ReachedOperations } from "./reached-operations.ts";

/**
 * A condition for the operations that an order deletes, and for their receipts and conflicts, with its parameters `?1`
 * and `?2`. The whole scope is named by its id, because a list of thousands of ids takes seconds. Nothing is queued
 * while the scope is being purged.
 */
export function goneOperations(
  scopeId: string,
  { gone, isEmptied }: Pick<ReachedOperations, "gone" | "isEmptied">,
): GoneOperations {
  return isEmptied
    ? { where: `scope_id = ?1 and ?2 = 'ALL'`, params: [scopeId, "ALL"] }
    : {
        where: `scope_id = ?1 and client_operation_id in (select value from json_each(?2))`,
        params: [scopeId, JSON.stringify(gone)],
      };
}

interface GoneOperations {
  readonly where: string;
  readonly params: readonly [scopeId: string, gone: string];
}
