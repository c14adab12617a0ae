import { sql } from "kysely";
import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import { isReceiptOf } from "../receipt-range.ts";
import type { Tx } from "../transact.ts";
import { cameAfterClose } from "./effects-of.ts";

/** A closed day for which something was accepted afterwards. */
export interface CorrectedDay {
  readonly relationshipId: string;
  readonly localDate: string;
  /** When the last of it was accepted. */
  readonly correctedAt: Date;
}

/**
 * Keeps on closed days that they were corrected, and how many operations that came late stand there,
 * counted anew. One statement.
 */
export async function markDaysCorrected(tx: Tx, days: readonly CorrectedDay[]): Promise<void> {
  await sql`/* named: corrected-days */
    update agenda_day day
    set corrected_at = greatest(day.corrected_at, wanted."correctedAt"),
      late_count = (
        select count(*) from quick_log_operation late
        where late.relationship_id = day.relationship_id and late.local_date = day.local_date
          and ${cameAfterClose("late")} and late.action_kind <> 'UNDO'
          and (select later.receipt_id from quick_log_operation later
               where later.undoes_receipt_id = late.receipt_id limit 1) is null
      ) + (
        select count(*) from agenda_task task
        join agenda_task_event event on event.task_id = task.id and event.reason = 'FORM_SUBMITTED'
        where task.relationship_id = day.relationship_id and task.local_date = day.local_date
          and task.task_kind = 'CHECK_IN' and event.occurred_at > day.closed_at
      )
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as wanted (
      "relationshipId" uuid, "localDate" date, "correctedAt" timestamptz)
    where day.relationship_id = wanted."relationshipId" and day.local_date = wanted."localDate"
  `.execute(tx.getKysely());
}

/** How the missed check-ins of a day moved by the operations of some batches. */
export interface CheckInMoves {
  readonly relationshipId: string;
  readonly localDate: string;
  /** Those missed now. */
  readonly missedCount: number;
  /** How many fewer that is than before the batches, or more when it is below zero. */
  readonly wonCount: number;
}

/** The days of which operations of these batches won check-ins that were missed, or lost them again. */
export async function listCheckInMoves(
  tx: Tx,
  batchIds: readonly string[],
): Promise<readonly CheckInMoves[]> {
  const { rows } = await sql<CheckInMoves>`/* named: check-in-moves */
    select moved."relationshipId", moved."localDate", moved."wonCount", (
        select count(*) from agenda_task task
        where task.relationship_id = moved."relationshipId"
          and task.local_date = moved."localDate"::date
          and task.task_kind = 'CHECK_IN' and task.status = 'MISSED') as "missedCount"
    from (
      select q.relationship_id as "relationshipId", q.local_date::text as "localDate",
        sum((q.task_from = 'MISSED')::int - (q.task_to = 'MISSED')::int) as "wonCount"
      from json_array_elements_text(${JSON.stringify(batchIds)}::json) as batch (id)
      join lateral (select * from quick_log_operation
        where ${isReceiptOf("batch.id::uuid")} limit ${sql.lit(2 * BATCH_LIMITS.operations)}) q
        on ${cameAfterClose("q")} and q.task_from <> q.task_to
      join agenda_task task on task.id = q.task_id and task.task_kind = 'CHECK_IN'
      group by 1, 2
    ) moved
    order by 1, 2
  `.execute(tx.getKysely());
  return rows;
}
