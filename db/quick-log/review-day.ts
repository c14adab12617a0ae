import { sql } from "kysely";
import type { Line } from "../flight.ts";
import { batchOf } from "../receipt-range.ts";
import { records } from "../records.ts";

/** A day as a coach may review it. */
export interface ReviewableDay {
  readonly localDate: string;
  /** The first review and the newest; null where there was none. */
  readonly reviewedAt: Date | null;
  readonly lastReviewedAt: Date | null;
  /** An actor waits for the end of its undo. */
  readonly isOpen: boolean;
  /** What was accepted since it was last closed or reviewed can be undone too, though nobody waits for it yet. */
  readonly isLogged: boolean;
  readonly undoDeviceId: string | null;
  /** The sum of the revisions of its tasks, and when one of them changed last. */
  readonly version: number;
  readonly changedAt: Date;
}

/**
 * What was accepted after the day was last closed or reviewed, but is not settled yet, can be undone too: no actor
 * waits for it, and settlement leaves a day closed for what was accepted before its review.
 */
const isLoggedSince = sql<boolean>`exists (
  select from quick_log_operation operation
  join sync_batch sent on sent.id = ${batchOf("operation.receipt_id")}
  where operation.relationship_id = day.relationship_id and operation.local_date = day.local_date
    and operation.status = 'ACCEPTED' and operation.action_kind <> 'UNDO'
    and operation.task_id is not null
    and sent.admitted_at > coalesce(greatest(day.undo_closed_at, day.last_reviewed_at), '-infinity'))`;

/** Days of a relationship as they are; the caller holds the scope. One statement. */
export async function loadReviewableDays(
  line: Line,
  relationshipId: string,
  localDates: readonly string[],
): Promise<readonly ReviewableDay[]> {
  const { rows } = await sql<ReviewableDay>`/* named: reviewable-days */
    select day.local_date::text as "localDate", day.reviewed_at as "reviewedAt",
      day.last_reviewed_at as "lastReviewedAt",
      day.undo_closes_at is not null and day.undo_closed_at is null as "isOpen",
      ${isLoggedSince} as "isLogged", day.undo_device_id as "undoDeviceId",
      seen.version, coalesce(seen.changed_at, day.opened_at) as "changedAt"
    from agenda_day day
    cross join lateral (
      select coalesce(sum(task.revision), 0)::int as version, max(task.changed_at) as changed_at
      from agenda_task task
      where task.relationship_id = day.relationship_id and task.local_date = day.local_date
    ) seen
    where day.relationship_id = ${relationshipId} and day.local_date = any(${[...localDates]}::date[])
    order by day.local_date
  `.execute(line);
  return rows;
}

/** A day as a review leaves it. */
export interface MarkedDay {
  readonly localDate: string;
  readonly reviewedAt: Date;
  readonly lastReviewedAt: Date;
  /** When it ended the undo of something; null where nothing could be undone. */
  readonly undoClosedAt: Date | null;
}

/** Marks days as reviewed and ends the undo of what was accepted of them (docs/rules.md#quick-log-review). One statement. */
export async function markReviewed(
  line: Line,
  relationshipId: string,
  days: readonly MarkedDay[],
): Promise<void> {
  if (days.length === 0) return;
  await sql`/* named: reviewed-days */
    with marked as (
      update agenda_day day
      set reviewed_at = wanted.reviewed_at, last_reviewed_at = wanted.last_reviewed_at,
        changed_after_review_at = null,
        undo_closed_at = coalesce(wanted.undo_closed_at, day.undo_closed_at)
      from ${records(days, MARKED)} wanted
      where day.relationship_id = ${relationshipId} and day.local_date = wanted.local_date
      returning 1
    )
    select require_rows('agenda_day', (select count(*) from marked), ${days.length}::int)
  `.execute(line);
}

const MARKED = [
  ["localDate", "date"],
  ["reviewedAt", "timestamptz"],
  ["lastReviewedAt", "timestamptz"],
  ["undoClosedAt", "timestamptz"],
] as const;
