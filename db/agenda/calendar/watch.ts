import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { SelectQueryBuilder } from "kysely";
import { clockNow, realNow } from "../../sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** Locks the one row that says how those who turn days stand, and tells what time it is, by the clock and really. */
export async function lockWatch(tx: Tx) {
  return await tables(tx)
    .selectFrom("agendaWatch")
    .select(["lookedAt", "apiReadyAt", "closesFrom", "tzVersion", "codeVersion"])
    .select([clockNow.as("now"), realNow.as("realNow")])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Keeps that days have been looked at now, to the end. */
export async function markScanned(em: SqlEntityManager): Promise<void> {
  await tables(em).updateTable("agendaWatch").set({ lookedAt: realNow }).execute();
}

/** Keeps until when no day closes. */
export async function postponeClosing(tx: Tx, closesFrom: Date): Promise<void> {
  await tables(tx).updateTable("agendaWatch").set({ closesFrom }).execute();
}

/** Keeps that an API is ready now. */
export async function markApiReady(em: SqlEntityManager): Promise<void> {
  await tables(em).updateTable("agendaWatch").set({ apiReadyAt: realNow }).execute();
}

/**
 * Keeps by which version of the tz database calendars are planned, once none is left that waits and was planned by an
 * older one: those that somebody wrote to meanwhile are found by the next look.
 */
export async function markTzVersion(tx: Tx, { tzVersion, now }: OlderThan): Promise<void> {
  await tables(tx)
    .updateTable("agendaWatch")
    .set({ tzVersion })
    .where(({ or, eb }) => or([eb("tzVersion", "is", null), eb("tzVersion", "<", tzVersion)]))
    .where(({ not, exists, selectFrom }) =>
      not(exists(older(selectFrom("relationshipCalendar"), { tzVersion, now }))),
    )
    .execute();
}

/** A version of the tz database, and the instant after which calendars are looked at in any case. */
export interface OlderThan {
  readonly tzVersion: string;
  readonly now: Date;
}

function older(
  calendars: SelectQueryBuilder<Tables, "relationshipCalendar", object>,
  { tzVersion, now }: OlderThan,
) {
  return calendars
    .select("relationshipId")
    .where("tzVersion", "<", tzVersion)
    .where("lookAt", ">", now);
}

/**
 * Makes running calendars that were planned by an older version of the tz database due to be looked at, at most so many
 * of which nobody writes to.
 *
 * @returns how many there were.
 */
export async function scheduleOutdatedCalendars(
  tx: Tx,
  { limit, ...than }: OlderThan & { readonly limit: number },
): Promise<number> {
  const due = await tables(tx)
    .with("older", (part) =>
      older(part.selectFrom("relationshipCalendar"), than)
        .orderBy("relationshipId")
        .limit(limit)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable("relationshipCalendar as calendar")
    .from("older")
    .set({ lookAt: than.now })
    .whereRef("calendar.relationshipId", "=", "older.relationshipId")
    .returning("calendar.relationshipId")
    .execute();
  return due.length;
}

/**
 * Keeps which version of the code looks at calendars now, and makes those due that failed under another one, of which
 * nobody writes to. One statement.
 */
export async function scheduleFailedCalendars(
  tx: Tx,
  { codeVersion, now }: { readonly codeVersion: string; readonly now: Date },
): Promise<void> {
  await tables(tx)
    .with("failed", (part) =>
      part
        .selectFrom("relationshipCalendar")
        .select("relationshipId")
        .where("lookFailures", ">", 0)
        .where("lookAt", ">", now)
        .orderBy("relationshipId")
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .with("due", (part) =>
      part
        .updateTable("relationshipCalendar as calendar")
        .from("failed")
        .set({ lookAt: now })
        .whereRef("calendar.relationshipId", "=", "failed.relationshipId"),
    )
    .updateTable("agendaWatch")
    .set({ codeVersion })
    .execute();
}
