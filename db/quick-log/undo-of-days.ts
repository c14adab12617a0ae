import { sql } from "kysely";
import { runNamed } from "../platform/pipeline/run-named.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** The accepted operations of a day, and the end of the last undo. */
export interface LoggedDay {
  readonly relationshipId: string;
  readonly localDate: string;
  /** RFC 3339, one for each batch. */
  readonly acceptedAt: readonly string[];
  /** Null if nothing can be undone. */
  readonly undoable: UndoableUntil | null;
}

/** The last undoable operation of a day: its acceptance, when the day becomes final after it, and its device. */
export interface UndoableUntil {
  /** RFC 3339. */
  readonly acceptedAt: string;
  readonly closesAt: Date;
  /** After a rollback, the device's actor of the previous release makes the day final. */
  readonly deviceId: string;
}

/**
 * Opens the undo of days, or prolongs it. A closed one opens again for late operations that can be undone longer, like
 * any others. Operations accepted before the coach's last review open nothing; those accepted after it also mark the
 * day as changed since (docs/rooms/quick-log.md#review). One statement.
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
          and (wanted.undoable ->> 'closesAt')::timestamptz
            > coalesce(day.undo_closed_at, day.undo_closes_at, '-infinity') as opens
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
