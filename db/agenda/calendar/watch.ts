import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { SelectQueryBuilder } from "kysely";
import { clockNow, realNow } from "../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Locks the row with the state of the day scan, and reads the product's time and the real time. */
export async function lockWatch(tx: Tx) {
  return await tables(tx)
    .selectFrom("agendaWatch")
    .select(["lookedAt", "apiReadyAt", "closesFrom", "tzVersion", "codeVersion"])
    .select([clockNow.as("now"), realNow.as("realNow")])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Records that a complete scan of days ended now. */
export async function markScanned(em: SqlEntityManager): Promise<void> {
  await tables(em).updateTable("agendaWatch").set({ lookedAt: realNow }).execute();
}

/** Stores the instant before which no day closes. */
export async function postponeClosing(tx: Tx, closesFrom: Date): Promise<void> {
  await tables(tx).updateTable("agendaWatch").set({ closesFrom }).execute();
}

/** Records that an API is ready now. */
export async function markApiReady(em: SqlEntityManager): Promise<void> {
  await tables(em).updateTable("agendaWatch").set({ apiReadyAt: realNow }).execute();
}

/**
 * Stores the version of the tz database used for planning, once no waiting calendar was planned with an older one. The
 * next scan finds calendars that were locked meanwhile.
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

/** A version of the tz database, and the instant up to which calendars are scanned in any case. */
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
 * Schedules running calendars planned with an older version of the tz database for a scan, at most `limit`; locked
 * ones are skipped.
 *
 * @returns how many were scheduled.
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
 * Stores the version of the code that scans calendars, and schedules those that failed under another version; locked
 * ones are skipped. One statement.
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
