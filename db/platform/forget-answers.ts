import { sql } from "kysely";
import { tables } from "../tables.ts";
import type { Tx } from "./transactions/transact.ts";

/**
 * Deletes the stored answers of an account's Idempotency-Keys, at most `limit`: these requests can no longer be
 * repeated.
 *
 * @returns how many were deleted.
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
 * Erases the answers that are about one of these ids, for any recipient, at most `limit`. Their keys stay: the
 * same request does not act again and is refused with ANSWER_ERASED.
 *
 * @param ids of one account (`listIdsOfPerson`), or of invitations whose contact is erased.
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

/** Marks an answer whose process did not state whom it is about; the default of the column. */
const UNSTATED = "00000000-0000-0000-0000-000000000000";

const UUID_PATTERN = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** Assumes that such an answer is about every id in its text and route. @returns how many were marked. */
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

/** Locks ordered by key: erasures of two people both touch the answers that are about both. */
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
