import type { Tx } from "../../platform/transactions/transact.ts";
import { findLinkedIdentity, type IdentityKey } from "./find-linked-identity.ts";
import { clockNow } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/**
 * Links an identity that belongs to no user. If several transactions try, one links it; the others wait for its end
 * and then see its user. The user row may follow within the transaction.
 */
export async function claimIdentity(tx: Tx, identity: NewIdentity): Promise<ClaimedIdentity> {
  const { id, userId, provider, issuer, tenant, subject, emailVerified, phoneVerified } = identity;
  const lastSeen = { createdAt: clockNow, lastLoginAt: clockNow };
  const key = { provider, issuer, tenant, subject };
  const claimed = await tables(tx)
    .insertInto("authIdentity")
    .values({ id, userId, ...key, emailVerified, phoneVerified, ...lastSeen })
    .onConflict((on) =>
      on
        .columns(["provider", "issuer", "tenant", "subject"])
        .where("unlinkedAt", "is", null)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (claimed !== undefined) return { id, userId, isNew: true };
  const holder = await findLinkedIdentity(tx, identity);
  // The identity was unlinked between the two statements: it is free now.
  if (holder === null) return claimIdentity(tx, identity);
  return { ...holder, isNew: false };
}

/** A sign-in to link to a new user. */
export interface NewIdentity extends IdentityKey {
  readonly id: string;
  readonly userId: string;
  readonly emailVerified: boolean;
  readonly phoneVerified: boolean;
}

/** The user of the identity: the new one if this call linked it, otherwise its existing one. */
export interface ClaimedIdentity {
  readonly id: string;
  readonly userId: string;
  readonly isNew: boolean;
}
