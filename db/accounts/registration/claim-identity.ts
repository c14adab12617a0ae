import { sql } from "kysely";
import type { Tx } from "../../transact.ts";
import { findLinkedIdentity, type IdentityKey } from "./find-linked-identity.ts";

/** A sign-in about to be linked to a new user. */
export interface NewIdentity extends IdentityKey {
  readonly id: string;
  readonly userId: string;
  readonly emailVerified: boolean;
  readonly phoneVerified: boolean;
}

/** Whose identity it is: the new user's if this call linked it, otherwise its holder's. */
export interface ClaimedIdentity {
  readonly id: string;
  readonly userId: string;
  readonly isNew: boolean;
}

/**
 * Links an identity that nobody holds. Of several transactions at once one links it; the others wait
 * for its end and then see its user. The user row may follow within the transaction.
 */
export async function claimIdentity(tx: Tx, identity: NewIdentity): Promise<ClaimedIdentity> {
  const { rows } = await sql`
    insert into auth_identity (id, user_id, provider, issuer, tenant, subject, email_verified,
                               phone_verified, created_at, last_login_at)
    values (${identity.id}, ${identity.userId}, ${identity.provider}, ${identity.issuer},
            ${identity.tenant}, ${identity.subject}, ${identity.emailVerified},
            ${identity.phoneVerified}, clock_now(), clock_now())
    on conflict (provider, issuer, tenant, subject) where unlinked_at is null do nothing
    returning id
  `.execute(tx.getKysely());
  if (rows.length === 1) return { id: identity.id, userId: identity.userId, isNew: true };
  const holder = await findLinkedIdentity(tx, identity);
  // Its holder let go of it between the two statements: it is free now.
  if (holder === null) return claimIdentity(tx, identity);
  return { ...holder, isNew: false };
}
