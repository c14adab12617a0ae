import type { ReachedOperations } from "./reached-operations.ts";

/**
 * A condition for the operations that an order deletes, and for their receipts and conflicts, with its parameters `?1`
 * and `?2`. A scope of which nothing stays is named by its id, because a list of thousands of ids takes seconds.
 * Nothing is queued while scopes are being purged.
 */
export function goneOperations({
  gone,
  emptied,
}: Pick<ReachedOperations, "gone" | "emptied">): GoneOperations {
  const whereId = (id: string) =>
    `(scope_id in (select value from json_each(?1)) or ${id} in (select value from json_each(?2)))`;
  return {
    where: whereId("client_operation_id"),
    whereAct: whereId("act_id"),
    params: [JSON.stringify(emptied), JSON.stringify(gone)],
  };
}

interface GoneOperations {
  readonly where: string;
  /** The same for online acts. */
  readonly whereAct: string;
  readonly params: readonly [emptied: string, gone: string];
}
