import { clockNow } from "../sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/** What stands in the place of the name of a workspace that was erased. */
export const FORMER_WORKSPACE = "Former workspace";

/** Erases the names of closed workspaces of an owner who is gone: often the owner's own. Others are the successor's. */
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
