import { clockNow } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/**
 * Erases the names of an erased owner's closed workspaces, which are often the owner's own name. The other workspaces
 * belong to the successor.
 */
export async function eraseNames(tx: Tx, ownerUserId: string): Promise<void> {
  await tables(tx)
    .updateTable("coachWorkspace")
    .set(({ cast }) => ({
      name: FORMER_WORKSPACE,
      slug: cast<string>("id", "text"),
      updatedAt: clockNow,
    }))
    .where("ownerUserId", "=", ownerUserId)
    .where("status", "=", "ARCHIVED")
    .execute();
}

/** Replaces the name of an erased workspace. */
export const FORMER_WORKSPACE = "Former workspace";
