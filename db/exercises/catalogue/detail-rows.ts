import { clockNow, utcDay } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** Notes that somebody wants an exercise whose detail is old: once a day, and never waiting for who works on it. */
export async function noteAsked(em: Tx, exerciseId: string): Promise<void> {
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

/** Exercises of a provider that were asked for today, and of which it was not asked since. */
export async function listAsked(em: Tx, providerKey: string, limit: number) {
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

/** Notes when a provider was asked for an exercise alone; what the exercise says is not touched. */
export async function markRead(tx: Tx, exerciseId: string): Promise<void> {
  await tables(tx)
    .updateTable("exercise")
    .set({ detailReadAt: clockNow })
    .where("id", "=", exerciseId)
    .execute();
}
