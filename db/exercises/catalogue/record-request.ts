import { clockNow, utcDay } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Records that a user wants an exercise whose detail is outdated: once a day, and without waiting for a lock. */
export async function recordRequest(em: Tx, exerciseId: string): Promise<void> {
  await tables(em)
    .updateTable("exercise")
    .set({ detailAskedOn: utcDay(clockNow) })
    .where("id", "=", ({ selectFrom }) =>
      selectFrom("exercise")
        .where("id", "=", exerciseId)
        .where("providerKey", "is not", null)
        .where("detailAskedOn", "is distinct from", utcDay(clockNow))
        .select("id")
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}

/** Exercises of a provider that users asked for today and that have not been fetched since. */
export async function listRequested(em: Tx, providerKey: string, limit: number) {
  return await tables(em)
    .selectFrom("exercise")
    .where("providerKey", "=", providerKey)
    .where("detailAskedOn", "=", utcDay(clockNow))
    .where((is) =>
      is.or([
        is("detailReadAt", "is", null),
        is(utcDay(is.ref("detailReadAt").$notNull()), "<", utcDay(clockNow)),
      ]),
    )
    .orderBy("id")
    .select(["id", "providerExerciseId"])
    .limit(limit)
    .execute();
}

/** Records when an exercise was fetched from its provider individually; its content stays unchanged. */
export async function markRead(tx: Tx, exerciseId: string): Promise<void> {
  await tables(tx)
    .updateTable("exercise")
    .set({ detailReadAt: clockNow })
    .where("id", "=", exerciseId)
    .execute();
}
