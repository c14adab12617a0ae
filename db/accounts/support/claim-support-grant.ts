import { sql } from "kysely";
import type { SupportPermission } from "../../../contract/accounts/support-vocabulary.ts";
import type { Tx } from "../../transact.ts";

/** A grant to be. */
export interface NewSupportGrant {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly permission: SupportPermission;
  readonly reason: string;
  readonly actor: string;
}

/** Makes the grant unless it is there; true when this call made it. */
export async function claimSupportGrant(tx: Tx, grant: NewSupportGrant): Promise<boolean> {
  const { rows } = await sql`
    insert into support_grant (id, issuer, subject, permission, reason, granted_by, granted_at)
    values (${grant.id}, ${grant.issuer}, ${grant.subject}, ${grant.permission}, ${grant.reason},
            ${grant.actor}, clock_now())
    on conflict (issuer, subject, permission) where revoked_at is null do nothing
    returning id
  `.execute(tx.getKysely());
  return rows.length === 1;
}

/** Locks a grant: one act at a time takes it back. */
export async function lockSupportGrant(tx: Tx, grantId: string): Promise<void> {
  await sql`select id from support_grant where id = ${grantId} for no key update`.execute(
    tx.getKysely(),
  );
}
