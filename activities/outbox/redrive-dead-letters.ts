import { redriveRows } from "../../db/outbox/redrive-rows.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Gives dead letters all their tries again, after an operator has removed the cause.
 *
 * @param ids of the dead letters, or null for all.
 * @returns how many are due again.
 */
export async function redriveDeadLetters(
  tx: Tx,
  { ids }: { readonly ids: readonly string[] | null },
): Promise<number> {
  return await redriveRows(tx, ids);
}
