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
  const whereId = (id: string) =>
    isEmptied
      ? `scope_id = ?1 and ?2 = 'ALL'`
      : `scope_id = ?1 and ${id} in (select value from json_each(?2))`;
  return {
    where: whereId("client_operation_id"),
    whereAct: whereId("act_id"),
    params: [scopeId, isEmptied ? "ALL" : JSON.stringify(gone)],
  };
}

interface GoneOperations {
  readonly where: string;
  /** The same for online acts. */
  readonly whereAct: string;
  readonly params: readonly [scopeId: string, gone: string];
}
