import { sql } from "kysely";
import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import { isReceiptOf } from "../platform/statements/receipt-range.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { cameAfterClose } from "./effects-of.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";

/**
 * Where operations of these batches ended the last miss of a day's check-ins, or brought back a first one, in order.
 * The history of the tasks shows it, regardless of later changes, so each change belongs to one batch. Days that were
 * never offered have no reported misses.
 */
export async function listCheckInTransitions(
  tx: Tx,
  batchIds: readonly string[],
): Promise<readonly CheckInTransition[]> {
  const statement = sql<CheckInTransition>`
    with sent as (
      select q.relationship_id, q.local_date, q.task_id, q.accepted_task_revision
      from json_array_elements_text(${JSON.stringify(batchIds)}::json) as batch (id)
      join lateral (select * from quick_log_operation
        where ${isReceiptOf("batch.id::uuid")} limit ${sql.lit(2 * BATCH_LIMITS.operations)}) q
        on ${cameAfterClose("q")} and q.task_from <> q.task_to
      join agenda_task task on task.id = q.task_id and task.task_kind = 'CHECK_IN'
    ), moved as (
      select day.relationship_id, day.local_date, task.id as task_id, event.id, event.occurred_at,
        (event.metadata ->> 'taskRevision')::int as task_revision, move.missed,
        sum(move.missed) over (partition by day.relationship_id, day.local_date
                               order by event.occurred_at, event.id) as missed_count
      from (select distinct relationship_id, local_date from sent) touched
      join agenda_day day on day.relationship_id = touched.relationship_id
        and day.local_date = touched.local_date and not day.not_offered
      join agenda_task task on task.relationship_id = day.relationship_id
        and task.local_date = day.local_date and task.task_kind = 'CHECK_IN'
      join agenda_task_event event on event.task_id = task.id
      cross join lateral (select (event.to_status = 'MISSED')::int
        - coalesce((event.from_status = 'MISSED')::int, 0) as missed) move
      where move.missed <> 0
    )
    select moved.relationship_id as "relationshipId", moved.local_date::text as "localDate",
      moved.task_id as "taskId", moved.task_revision as "taskRevision",
      moved.missed_count::int as "missedCount"
    from moved join sent on sent.task_id = moved.task_id
      and sent.accepted_task_revision = moved.task_revision
    where moved.missed_count = greatest(moved.missed, 0)
    order by moved.occurred_at, moved.id
  `;
  return await runNamed(tx, "check-in-turns", statement);
}

/** An operation that completed the last missed check-in of a day, or made one missed again. */
export interface CheckInTransition {
  readonly relationshipId: string;
  readonly localDate: string;
  readonly taskId: string;
  /** Revision of the task after that operation. */
  readonly taskRevision: number;
  /** Missed check-ins of the day after it. */
  readonly missedCount: number;
}
