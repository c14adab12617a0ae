import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/** Marks an identity as nobody's any more; the row stays for the audit. */
export async function unlinkIdentityRow(tx: Tx, identityId: string, now: Date): Promise<void> {
  await sql`
    update auth_identity set unlinked_at = ${now} where id = ${identityId} and unlinked_at is null
  `.execute(tx.getKysely());
}

/** Keeps what the provider says now of the contacts of a linked identity. */
export async function noteVerification(
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

/** Ends the sessions that an identity was signed in with; ids of those that were open. */
export async function endIdentitySessions(
  tx: Tx,
  identityId: string,
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    update app_session set revoked_at = ${now}
     where identity_id = ${identityId} and revoked_at is null
    returning id
  `.execute(tx.getKysely());
  return rows.map(({ id }) => id);
}
