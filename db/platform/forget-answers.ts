import { sql } from "kysely";
import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";

/**
 * Forgets what an account was answered under its Idempotency-Keys, at most `limit`: nobody can ask again for it.
 *
 * @returns how many were forgotten.
 */
export async function forgetAnswers(tx: Tx, userId: string, limit: number): Promise<number> {
  const own = tables(tx)
    .selectFrom("idempotencyKey")
    .select(["caller", "method", "route", "key"])
    .where("caller", "=", userId)
    .limit(limit)
    .$asTuple("caller", "method", "route", "key");
  const forgotten = await tables(tx)
    .deleteFrom("idempotencyKey")
    .where(({ eb, refTuple }) => eb(refTuple("caller", "method", "route", "key"), "in", own))
    .executeTakeFirst();
  return Number(forgotten.numDeletedRows);
}

/**
 * Erases the answers that are about one of these ids, whoever was answered, at most `limit`. Their keys stay: the same
 * request again acts no second time, and is refused with ANSWER_ERASED.
 *
 * @param ids of one account (`listIdsOfPerson`), or of invitations whose contact goes.
 * @returns `limit` while there may be more; otherwise how many were erased.
 */
export async function eraseAnswersAbout(
  tx: Tx,
  ids: readonly string[],
  limit: number,
): Promise<number> {
  if ((await readUnstatedIds(tx, limit)) >= limit) return limit;
  const erased = await tables(tx)
    .updateTable("idempotencyKey")
    .set({ answer: null, about: [] })
    .where(({ eb, refTuple }) =>
      eb(refTuple("caller", "method", "route", "key"), "in", answersAbout(tx, ids, limit)),
    )
    .executeTakeFirst();
  return Number(erased.numUpdatedRows);
}

/** Stands in an answer whose process did not say whom it is about; the default of the column. */
const UNSTATED = "00000000-0000-0000-0000-000000000000";

const UUID_PATTERN = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** Takes such an answer to be about every id that it holds or was asked under. @returns how many of them. */
async function readUnstatedIds(tx: Tx, limit: number): Promise<number> {
  const read = await tables(tx)
    .updateTable("idempotencyKey")
    .set({
      about: sql`array_remove(array(
        select distinct found[1]::uuid
        from regexp_matches(concat_ws(' ', route, answer), ${UUID_PATTERN}, 'gi') as found
      ), ${UNSTATED}::uuid)`,
    })
    .where(({ eb, refTuple }) =>
      eb(refTuple("caller", "method", "route", "key"), "in", answersAbout(tx, [UNSTATED], limit)),
    )
    .executeTakeFirst();
  return Number(read.numUpdatedRows);
}

/** Locks in the order of the keys: erasures of two people meet in the answers that are about both. */
function answersAbout(tx: Tx, ids: readonly string[], limit: number) {
  return tables(tx)
    .selectFrom("idempotencyKey")
    .select(["caller", "method", "route", "key"])
    .where(({ eb, fn, lit }) => eb(fn<number>("cardinality", ["about"]), ">", lit(0)))
    .where(({ eb, val }) => eb("about", "&&", val([...ids])))
    .orderBy("caller")
    .orderBy("method")
    .orderBy("route")
    .orderBy("key")
    .limit(limit)
    .forNoKeyUpdate()
    .$asTuple("caller", "method", "route", "key");
}
