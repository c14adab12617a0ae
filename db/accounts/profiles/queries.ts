import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Refusal } from "../../../contract/refusal.ts";
import { instantText } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** A coach's profile with the name that clients see. */
export interface OwnCoachProfileRow {
  readonly displayName: string;
  readonly publicHandle: string | null;
  readonly bio: string | null;
  readonly timezone: string;
  readonly locale: string;
  readonly updatedAt: string;
}

/** The profile of a coach. @throws Refusal NOT_FOUND if the user was never a coach. */
export async function getOwnCoachProfile(
  em: SqlEntityManager,
  userId: string,
): Promise<OwnCoachProfileRow> {
  return tables(em)
    .selectFrom("coachProfile as p")
    .innerJoin("appUser as u", "u.id", "p.userId")
    .where("p.userId", "=", userId)
    .select(["u.displayName", "p.publicHandle", "p.bio", "p.timezone", "p.locale"])
    .select(({ fn, ref }) =>
      instantText(fn<Date>("greatest", [ref("p.updatedAt"), ref("u.updatedAt")])).as("updatedAt"),
    )
    .executeTakeFirstOrThrow(() => new Refusal("NOT_FOUND"));
}

/** The facts that an e-mail or a notification to the owner of an account needs. */
export interface AccountOwner {
  readonly name: string;
  readonly email: string | null;
  /** From the user's profile; BCP 47. */
  readonly locale: string | null;
  readonly timezone: string | null;
  readonly deletionRequestedAt: Date | null;
}

/** The owner of an account; null once it is gone. */
export async function findAccountOwner(
  em: SqlEntityManager,
  userId: string,
): Promise<AccountOwner | null> {
  const owner = await tables(em)
    .selectFrom("appUser as u")
    .leftJoin("clientProfile as c", "c.userId", "u.id")
    .leftJoin("coachProfile as p", "p.userId", "u.id")
    .where("u.id", "=", userId)
    .where("u.deletedAt", "is", null)
    .select(["u.displayName as name", "u.primaryEmail as email", "u.deletionRequestedAt"])
    .select(({ fn }) => [
      fn.coalesce("p.locale", "c.locale").as("locale"),
      fn.coalesce("p.timezone", "c.timezone").as("timezone"),
    ])
    .executeTakeFirst();
  return owner ?? null;
}

/** The recipient of an e-mail about another user. */
export interface Correspondent extends Pick<AccountOwner, "name" | "email" | "locale"> {
  /** Null once the other account is deleted. */
  readonly otherName: string | null;
}

/** The owner of an account, and the name of another user; null once the account is gone. */
export async function findCorrespondent(
  em: SqlEntityManager,
  { userId, otherUserId }: { readonly userId: string; readonly otherUserId: string },
): Promise<Correspondent | null> {
  const found = await tables(em)
    .selectFrom("appUser as u")
    .innerJoin("appUser as o", (on) => on.on("o.id", "=", otherUserId))
    .leftJoin("clientProfile as c", "c.userId", "u.id")
    .leftJoin("coachProfile as p", "p.userId", "u.id")
    .where("u.id", "=", userId)
    .where("u.deletedAt", "is", null)
    .select(["u.displayName as name", "u.primaryEmail as email"])
    .select(({ eb, fn, ref }) => [
      fn.coalesce("p.locale", "c.locale").as("locale"),
      eb.case().when("o.deletedAt", "is", null).then(ref("o.displayName")).end().as("otherName"),
    ])
    .executeTakeFirst();
  return found ?? null;
}
