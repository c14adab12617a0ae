import { sql } from "kysely";
import { batchOf } from "../receipt-range.ts";
import { wireInstant, type Tx } from "../transact.ts";
import type { RelationshipDay } from "../agenda/queries.ts";

/** A day that a coach has reviewed. */
export interface ReviewedDay {
  /** The first review, RFC 3339. */
  readonly reviewedAt: string;
  /** This one. */
  readonly lastReviewedAt: string;
  /** Whether something could be undone until now. */
  readonly undoClosed: boolean;
  /** Whose actor waits for the end of that undo; null when none does. */
  readonly undoDeviceId: string | null;
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

/**
 * Marks a day as reviewed and ends the undo of what was accepted of it so far (docs/rules.md#quick-log-review). The
 * caller holds the scope.
 *
 * @returns null when the relationship has no such day.
 */
export async function reviewDay(
  tx: Tx,
  { relationshipId, localDate }: RelationshipDay,
  now: Date,
): Promise<ReviewedDay | null> {
  const { rows } = await sql<ReviewedDay>`/* named: review-day */
    with former as (
      select local_date, undo_closes_at is not null and undo_closed_at is null as is_open,
        ${isLoggedSince} as is_logged
      from agenda_day day
      where relationship_id = ${relationshipId} and local_date = ${localDate}
    )
    update agenda_day day
    set reviewed_at = coalesce(day.reviewed_at, ${now}), last_reviewed_at = ${now},
      changed_after_review_at = null,
      undo_closed_at = case when is_open or is_logged then ${now} else day.undo_closed_at end
    from former
    where day.relationship_id = ${relationshipId} and day.local_date = former.local_date
    returning ${wireInstant("day.reviewed_at")} as "reviewedAt",
      ${wireInstant("day.last_reviewed_at")} as "lastReviewedAt",
      is_open or is_logged as "undoClosed", case when is_open then day.undo_device_id end as "undoDeviceId"
  `.execute(tx.getKysely());
  return rows[0] ?? null;
}
