import { anyOf, clockNow, given } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * Makes dead letters due from now on, with all their attempts; null selects all of them.
 *
 * @returns how many were made due.
 */
export async function redriveRows(tx: Tx, ids: readonly string[] | null): Promise<number> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable("outbox")
    .set({ deadAt: null, attempts: 0, availableAt: clockNow, dueAt: clockNow })
    .where("deadAt", "is not", null)
    .where((eb) => given(ids, (some) => eb("id", "=", anyOf(some))))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
