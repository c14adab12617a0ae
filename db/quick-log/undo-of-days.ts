import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { expressionBuilder, sql } from "kysely";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { clockOnce } from "../platform/clock-once.ts";
import { type Tables, tables } from "../tables.ts";
import { firstRow, type Tx } from "../platform/transactions/transact.ts";

/** The accepted operations of a day, and the end of the last undo. */
export interface LoggedDay {
  readonly relationshipId: string;
  readonly localDate: string;
  /** RFC 3339, one for each batch. */
  readonly acceptedAt: readonly string[];
  /** Null if nothing can be undone. */
  readonly undoable: UndoableUntil | null;
}

/**
 * The last undoable operation of a day: its acceptance, the end of its undo, and the device whose actor then closes
 * the day.
 */
export interface UndoableUntil {
  /** RFC 3339. */
  readonly acceptedAt: string;
  readonly closesAt: Date;
  readonly deviceId: string;
}

/**
 * Opens the undo of days, or prolongs it. A closed one opens again, because late operations can be undone like any
 * others. Operations accepted before the coach's last review open nothing; those accepted after it also mark the day
 * as changed since (docs/rooms/quick-log.md#review). One statement.
 */
export async function noteLoggedDays(tx: Tx, days: readonly LoggedDay[]): Promise<void> {
  if (days.length === 0) return;
  const statement = sql`
    with logged as (
      select day.relationship_id, day.local_date, wanted.undoable,
        (wanted.undoable ->> 'closesAt')::timestamptz as ends_at,
        (select min(accepted) from unnest(wanted."acceptedAt") as accepted
         where accepted > day.last_reviewed_at) as changed_at,
        (wanted.undoable ->> 'acceptedAt')::timestamptz > coalesce(day.last_reviewed_at, '-infinity')
          and (wanted.undoable ->> 'closesAt')::timestamptz > coalesce(day.undo_closes_at, '-infinity')
          as opens
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as wanted (
        "relationshipId" uuid, "localDate" date, "acceptedAt" timestamptz[], undoable jsonb)
      join agenda_day day on day.relationship_id = wanted."relationshipId"
        and day.local_date = wanted."localDate"
    )
    update agenda_day day
    set undo_closes_at = case when logged.opens then logged.ends_at else day.undo_closes_at end,
      undo_device_id = case when logged.opens then (logged.undoable ->> 'deviceId')::uuid
        else day.undo_device_id end,
      undo_closed_at = case when logged.opens then null else day.undo_closed_at end,
      changed_after_review_at = least(day.changed_after_review_at, logged.changed_at)
    from logged
    where day.relationship_id = logged.relationship_id and day.local_date = logged.local_date
      and (logged.opens
        or logged.changed_at < coalesce(day.changed_after_review_at, 'infinity'))
  `;
  await runNamed(tx, "logged-days", statement);
}

const ofDay = expressionBuilder<Tables, "agendaDay">();

/** Days of a device whose undo is still open. */
const isOpenOf = (deviceId: string) =>
  ofDay.and([ofDay("undoDeviceId", "=", deviceId), ofDay("undoClosedAt", "is", null)]);
// A review closes the undo itself (docs/rooms/quick-log.md#review).
const hasEnded = ofDay("undoClosesAt", "<=", clockOnce);

/** Relationships with a day of this device whose undo has ended; read without a lock. */
export async function findEndedDayScopes(
  em: SqlEntityManager,
  deviceId: string,
): Promise<readonly string[]> {
  const rows = await tables(em)
    .selectFrom("agendaDay")
    .select("relationshipId")
    .distinct()
    .where(isOpenOf(deviceId))
    .where(hasEnded)
    .orderBy("relationshipId")
    .execute();
  return rows.map(({ relationshipId }) => relationshipId);
}

/** Selects days to close: their device and relationship. */
export interface ClosingDays {
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly now: Date;
}

/** Closes the undo of a device's days whose time is over, each once; the caller has locked the relationship. */
export async function closeUndoOfDays(
  tx: Tx,
  { deviceId, relationshipId, now }: ClosingDays,
): Promise<readonly { readonly localDate: string }[]> {
  return await tables(tx)
    .updateTable("agendaDay")
    .set({ undoClosedAt: now })
    .where(isOpenOf(deviceId))
    .where("relationshipId", "=", relationshipId)
    .where(hasEnded)
    .returning("localDate")
    .execute();
}

/** Days of a device that can still be undone. */
export interface OpenDays {
  readonly count: number;
  /** When the first of them ends. */
  readonly earliest: Date | null;
}

/** Counts the days of a device whose undo is not closed. */
export async function readOpenDays(tx: Tx, deviceId: string): Promise<OpenDays> {
  const open = tables(tx)
    .selectFrom("agendaDay")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .select(({ fn }) => fn.min("undoClosesAt").as("earliest"))
    .where(isOpenOf(deviceId));
  return firstRow(await runNamed(tx, "open-days-of", open));
}
