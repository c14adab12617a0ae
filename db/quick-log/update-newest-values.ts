import { sql } from "kysely";
import { METRIC_KINDS } from "../../contract/agenda/kinds/vocabulary.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";
import { firstRow, type Tx } from "../platform/transactions/transact.ts";
import { isInForce } from "./load-values.ts";

/**
 * Names the newest value of each task of some local days from its history, as `newestValueAfter` does. A task is left
 * without a name if its summary counts other values, or names another instant as the last.
 *
 * @returns the last of these days; null if there are none after them.
 */
export async function updateNewestValues(
  tx: Tx,
  { relationshipId, after, limit }: TaskDays,
): Promise<string | null> {
  const statement = sql<{ readonly last: string | null; readonly count: number }>`
    with page as materialized (
      select distinct local_date from agenda_task
      where relationship_id = ${relationshipId} and local_date > coalesce(${after}::date, '-infinity')
      order by local_date limit ${limit}
    ), found as (
      select task.id, case when logged.is_in_order and logged.count = (typed.value ->> 'entryCount')::int
          and logged.recorded_at = (typed.value ->> 'lastRecordedAt')::timestamptz then logged.id end as newest
      from page
      join agenda_task task on task.relationship_id = ${relationshipId} and task.local_date = page.local_date
        and task.task_kind = any(${METRIC_KINDS}::text[])
      cross join lateral (select task.completion_summary -> 'value' as value) shown
      cross join lateral (select case when shown.value ? 'imported'
        then shown.value -> 'imported' -> 'manual' else shown.value end as value) typed
      cross join lateral (
        select count(*)::int as count, coalesce(bool_and(former <= recorded_at), true) as is_in_order,
          (array_agg(receipt_id order by receipt_id desc))[1] as id,
          (array_agg(recorded_at order by receipt_id desc))[1] as recorded_at
        from (
          select entry.receipt_id, entry.recorded_at,
            lag(entry.recorded_at) over (order by entry.receipt_id) as former
          from quick_log_operation entry where entry.task_id = task.id and ${isInForce}
        ) entries
      ) logged
    ), updated as (
      update agenda_task task
      set newest_value_id = found.newest,
          newest_value_revision = case when found.newest is not null then task.revision end
      from found
      where task.id = found.id and (task.newest_value_id is distinct from found.newest
        or found.newest is not null and task.newest_value_revision is distinct from task.revision)
    )
    select max(local_date)::text as last, count(*)::int as count from page`;
  const { last, count } = firstRow(await runNamed(tx, "updated-newest-values", statement));
  return count < limit ? null : last;
}

/** Some local days of a relationship that have tasks. */
interface TaskDays {
  readonly relationshipId: string;
  /** The day before them; null to begin with the first. */
  readonly after: string | null;
  readonly limit: number;
}
