import { tables } from "../tables.ts";
import type { Tx } from "../transact.ts";
import { IdempotencyKeyRow } from "./idempotency-key-row.ts";

/** Forgets what an account was answered under its Idempotency-Keys: nobody can ask again for it. */
export async function forgetAnswers(tx: Tx, userId: string): Promise<void> {
  await tx.nativeDelete(IdempotencyKeyRow, { caller: userId });
}

/**
 * Erases the answers that are about one of these ids, whoever was answered, at most `limit`. Their keys stay: the same
 * request again acts no second time, and is refused with ANSWER_ERASED.
 *
 * @param ids of one account (`listIdsOfPerson`), or of invitations whose contact goes.
 * @returns how many were erased.
 */
export async function eraseAnswersAbout(
  tx: Tx,
  ids: readonly string[],
  limit: number,
): Promise<number> {
  const about = tables(tx)
    .selectFrom("idempotencyKey")
    .select(["caller", "method", "route", "key"])
    .where(({ eb, fn, lit }) => eb(fn<number>("cardinality", ["about"]), ">", lit(0)))
    .where(({ eb, val }) => eb("about", "&&", val([...ids])))
    .limit(limit)
    .$asTuple("caller", "method", "route", "key");
  const erased = await tables(tx)
    .updateTable("idempotencyKey")
    .set({ answer: null, about: [] })
    .where(({ eb, refTuple }) => eb(refTuple("caller", "method", "route", "key"), "in", about))
    .executeTakeFirst();
  return Number(erased.numUpdatedRows);
}
