import type { Tx } from "../../platform/transactions/transact.ts";
import { tables } from "../../tables.ts";

/** Unlinks an identity from its user; the row stays for the audit. */
export async function unlinkIdentityRow(tx: Tx, identityId: string, now: Date): Promise<void> {
  await tables(tx)
    .updateTable("authIdentity")
    .set({ unlinkedAt: now })
    .where("id", "=", identityId)
    .where("unlinkedAt", "is", null)
    .execute();
}

/** Stores what the provider now says about the contacts of a linked identity. */
export async function recordVerification(
  tx: Tx,
  identity: {
    readonly id: string;
    readonly emailVerified: boolean;
    readonly phoneVerified: boolean;
  },
): Promise<void> {
  const { id, emailVerified, phoneVerified } = identity;
  await tables(tx)
    .updateTable("authIdentity")
    .set({ emailVerified, phoneVerified })
    .where("id", "=", id)
    .execute();
}
