import { sql } from "kysely";
import type { Tx } from "../../transact.ts";

/** Marks an identity as nobody's any more; the row stays for the audit. */
export async function unlinkIdentityRow(tx: Tx, identityId: string, now: Date): Promise<void> {
  await sql`
    update auth_identity set unlinked_at = ${now} where id = ${identityId} and unlinked_at is null
  `.execute(tx.getKysely());
}

/** Keeps what the provider says now of the contacts of a linked identity. */
export async function recordVerification(
  tx: Tx,
  identity: {
    readonly id: string;
    readonly emailVerified: boolean;
    readonly phoneVerified: boolean;
  },
): Promise<void> {
  await sql`
    update auth_identity
       set email_verified = ${identity.emailVerified}, phone_verified = ${identity.phoneVerified}
     where id = ${identity.id}
  `.execute(tx.getKysely());
}
