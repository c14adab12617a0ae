import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { AppSessionRow } from "./context-types.ts";
import { instantText, secondsAgo } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";

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
