import { idFromDatabase } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Draws a new epoch for every inbox, so that cursors from before a restore are detected. @returns the number of
 * inboxes.
 */
export async function renewInboxEpochs(tx: Tx): Promise<number> {
  const renewed = await tables(tx)
    .updateTable("workspaceInbox")
    .set({ epoch: idFromDatabase })
    .executeTakeFirst();
  return Number(renewed.numUpdatedRows);
}
