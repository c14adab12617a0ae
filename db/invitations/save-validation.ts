import { sql } from "kysely";
import type { Tx } from "../transact.ts";

/** A proof that one sign-in may accept one invitation. */
export interface SavedValidation {
  readonly id: string;
  readonly invitationId: string;
  readonly holder: {
    readonly provider: string;
    readonly issuer: string;
    readonly tenant: string;
    readonly subject: string;
  };
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** Keeps a proof in place of the one that the same sign-in had of the same invitation. */
export async function saveValidation(tx: Tx, validation: SavedValidation): Promise<void> {
  const { id, invitationId, holder, expiresAt, createdAt } = validation;
  const { provider, issuer, tenant, subject } = holder;
  await sql`
    insert into invitation_validation
      (id, invitation_id, provider, issuer, tenant, subject, expires_at, created_at)
    values (${id}, ${invitationId}, ${provider}, ${issuer}, ${tenant}, ${subject},
            ${expiresAt}::timestamptz, ${createdAt}::timestamptz)
    on conflict (invitation_id, provider, issuer, tenant, subject) do update
       set id = excluded.id, expires_at = excluded.expires_at, created_at = excluded.created_at
  `.execute(tx.getKysely());
}
