import type { Tx } from "../../platform/transactions/transact.ts";
import { tables } from "../../tables.ts";

/** Unlinks every sign-in of a user. Anyone who proves one may then link it again. */
export async function unlinkAllIdentities(tx: Tx, userId: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable("authIdentity")
    .set({ unlinkedAt: now })
    .where("userId", "=", userId)
    .where("unlinkedAt", "is", null)
    .execute();
}
