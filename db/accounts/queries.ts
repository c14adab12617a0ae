import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { LegalVersions } from "../../contract/accounts/terms-schema.ts";
import type { AppSessionRow, UserRow } from "./context-types.ts";
import { instantText, jsonList, jsonObject, secondsAgo } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import { userPart } from "./user-part.ts";

/** An app session that is known to exist. */
export async function getAppSession(em: SqlEntityManager, id: string): Promise<AppSessionRow> {
  return tables(em)
    .selectFrom("appSession")
    .where("id", "=", id)
    .select(["id", "surface"])
    .select(({ ref }) => [
      instantText(ref("startedAt")).as("startedAt"),
      instantText(ref("lastSeenAt")).as("lastSeenAt"),
    ])
    .executeTakeFirstOrThrow();
}

/** An account as its owner sees it on every surface: contacts, and the accepted legal texts, newest first. */
export interface AccountRow {
  readonly user: UserRow;
  readonly acceptedTerms: readonly (LegalVersions & { readonly acceptedAt: string })[];
}

/** The account of a signed-in person. */
export async function getAccount(em: SqlEntityManager, userId: string): Promise<AccountRow> {
  return tables(em)
    .selectFrom("appUser as u")
    .where("u.id", "=", userId)
    .select((eb) => {
      const accepted = eb
        .selectFrom("termsAcceptance as t")
        .whereRef("t.userId", "=", "u.id")
        .orderBy("t.acceptedAt", "desc")
        .select(({ ref }) =>
          jsonObject({
            termsVersion: ref("t.termsVersion"),
            privacyVersion: ref("t.privacyVersion"),
            acceptedAt: instantText(ref("t.acceptedAt")),
          }).as("entry"),
        );
      return [userPart(eb).as("user"), jsonList(accepted).as("acceptedTerms")];
    })
    .executeTakeFirstOrThrow();
}

/**
 * Some users erased within the given number of days, except the given ones. It scans the table, because it serves one
 * slice of an hourly run.
 */
export async function listErasedUsers(
  em: SqlEntityManager,
  wanted: { readonly days: number; readonly but: readonly string[]; readonly limit: number },
): Promise<readonly string[]> {
  const erased = await tables(em)
    .selectFrom("appUser")
    .select("id")
    .where("deletedAt", ">", secondsAgo(wanted.days * 86_400))
    .where(({ eb, fn, not, val }) => not(eb("id", "=", fn.any(val(wanted.but)))))
    .limit(wanted.limit)
    .execute();
  return erased.map(({ id }) => id);
}
