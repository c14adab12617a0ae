import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { IdentityKey } from "../registration/find-linked-identity.ts";
import { instantText, holds } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** A sign-in of an account. */
export interface IdentityRow {
  readonly id: string;
  readonly provider: string;
  readonly emailVerified: boolean;
  readonly phoneVerified: boolean;
  readonly linkedAt: string;
  readonly lastLoginAt: string;
  /** True for the sign-in that made the request. */
  readonly current: boolean;
}

/** The sign-ins of a user, oldest first. */
export async function listIdentities(
  em: SqlEntityManager,
  userId: string,
  current: IdentityKey,
): Promise<readonly IdentityRow[]> {
  return tables(em)
    .selectFrom("authIdentity")
    .where("userId", "=", userId)
    .where("unlinkedAt", "is", null)
    .select(["id", "provider", "emailVerified", "phoneVerified"])
    .select(({ and, eb, ref }) => [
      instantText(ref("createdAt")).as("linkedAt"),
      instantText(ref("lastLoginAt")).as("lastLoginAt"),
      holds(
        and([
          eb("provider", "=", current.provider),
          eb("issuer", "=", current.issuer),
          eb("tenant", "=", current.tenant),
          eb("subject", "=", current.subject),
        ]),
      ).as("current"),
    ])
    .orderBy("id")
    .execute();
}

/**
 * Providers of the sign-ins of the account that has one of the contacts; empty if there is none. Show it only to a
 * caller who has proved the contacts.
 */
export async function listHolderProviders(
  em: SqlEntityManager,
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
): Promise<ReadonlySet<string>> {
  const rows = await tables(em)
    .selectFrom("appUser as u")
    .innerJoin("authIdentity as i", "i.userId", "u.id")
    .where(({ eb, or }) => or([eb("u.primaryEmail", "=", email), eb("u.primaryPhone", "=", phone)]))
    .where("i.unlinkedAt", "is", null)
    .select("i.provider")
    .distinct()
    .execute();
  return new Set(rows.map(({ provider }) => provider));
}
