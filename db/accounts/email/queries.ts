import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { EmailOwnership } from "../../../rules/accounts/judge-email-claim.ts";
import { tables } from "../../tables.ts";

/** The state of an account's e-mail, seen from one of its sign-ins. */
export interface EmailOwnershipRow extends EmailOwnership {
  /** Since when the verified new address belongs to another account; null if it does not. */
  readonly emailRefusedAt: Date | null;
}

/** The e-mail of an account, and the sign-in that its e-mail follows. */
export async function getEmailOwnership(
  em: SqlEntityManager,
  { userId, identityId }: { readonly userId: string; readonly identityId: string },
): Promise<EmailOwnershipRow> {
  return tables(em)
    .selectFrom("appUser as u")
    .innerJoin("authIdentity as i", "i.userId", "u.id")
    .where("u.id", "=", userId)
    .where("i.id", "=", identityId)
    .select(["u.primaryEmail", "u.emailRefusedAt", "i.claimedAt"])
    .select(({ selectFrom }) =>
      selectFrom("authIdentity as o")
        .whereRef("o.userId", "=", "u.id")
        .where("o.unlinkedAt", "is", null)
        .where("o.emailVerified", "=", true)
        .select("o.id")
        .orderBy("o.createdAt")
        .orderBy("o.id")
        .limit(1)
        .as("leadingIdentityId"),
    )
    .executeTakeFirstOrThrow();
}

/** A former address of an account that has not been notified of the change yet. */
export interface ReplacedEmailRow {
  readonly id: string;
  readonly email: string | null;
}

/** The former address to notify of the event; null once it has been notified. */
export async function findReplacedEmail(
  em: SqlEntityManager,
  eventId: string,
): Promise<ReplacedEmailRow | null> {
  const replaced = await tables(em)
    .selectFrom("replacedEmail")
    .where("eventId", "=", eventId)
    .select(["id", "email"])
    .executeTakeFirst();
  return replaced ?? null;
}
