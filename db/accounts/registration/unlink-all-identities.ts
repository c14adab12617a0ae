import type { Tx } from "../../transact.ts";
import { tables } from "../../tables.ts";

/** Lets go of every sign-in of a user; they may then be linked anew, by anybody who proves them. */
export async function unlinkAllIdentities(tx: Tx, userId: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable("authIdentity")
    .set({ unlinkedAt: now })
    .where("userId", "=", userId)
    .where("unlinkedAt", "is", null)
    .execute();
}
