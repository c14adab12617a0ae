import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { EmailHolding } from "../../../rules/accounts/judge-email-claim.ts";
import { tables } from "../../tables.ts";

/** How an account stands to its e-mail, seen by one of its sign-ins. */
export interface EmailHoldingRow extends EmailHolding {
  /** Since when the address that it is to have is another account's; null while there is no such thing. */
  readonly emailRefusedAt: Date | null;
}

/** The e-mail of an account, and the sign-in that it goes by. */
export async function getEmailHolding(
  em: SqlEntityManager,
  { userId, identityId }: { readonly userId: string; readonly identityId: string },
): Promise<EmailHoldingRow> {
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

/** An address that an account went by, and has not been told so yet. */
export interface ReplacedEmailRow {
  readonly id: string;
  readonly email: string | null;
}

/** The address that the event is to be told to; null once it was. */
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
