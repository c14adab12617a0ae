import { sql } from "kysely";
import { executorOf } from "../../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../../platform/pipeline/prepare-query.ts";
import { firstRow, type Tx } from "../../platform/transactions/transact.ts";

/**
 * Replaces the summands of clients whose tasks changed by their sums. Rows that another run has locked are left to it;
 * a sum of some rows is right beside the others. One statement.
 *
 * @param limit the maximum number of changes.
 * @returns how many changes were summed.
 */
export async function sumTaskCounts(tx: Tx, limit: number): Promise<number> {
  return firstRow(await sums(executorOf(tx), { limit })).count;
}

const KEYS = sql`workspace_id, relationship_id, task_type, coach_user_id`;
const COUNTS = ["open_count", "in_progress_count", "snoozed_count", "high_count", "urgent_count"];
const sumsOf = (wrap: (sum: string) => string, glue: string) =>
  sql.raw(COUNTS.map((count) => wrap(`sum(${count})`)).join(glue));
const isSome = sumsOf((sum) => `${sum} <> 0`, " or ");

const sums = prepareQuery<{ readonly limit: number }, { readonly count: number }>(
  "sum-task-counts",
  (_, slot) => sql<{ readonly count: number }>`
    with change as materialized (
      select workspace_id, relationship_id from coach_task_count where is_change order by id limit ${slot("limit")}),
    client as (select distinct workspace_id, relationship_id from change),
    summed as materialized (
      select one.id from client join coach_task_count one using (workspace_id, relationship_id)
      order by one.id for update of one skip locked),
    gone as (delete from coach_task_count where id = any(array(select id from summed)) returning *),
    kept as (
      insert into coach_task_count
      select uuidv7(), ${KEYS}, ${sumsOf((sum) => sum, ", ")}, false from gone group by ${KEYS} having ${isSome})
    select count(*)::int as count from change`,
);

interface Clients {
  readonly relationshipIds: readonly string[];
}

/**
 * Adds to the kept counts of clients what they lack of the number of their tasks. Both are read in one snapshot, so a
 * change under way is in both or in neither. One statement.
 *
 * @returns the number of summands that were wrong.
 */
export async function repairTaskCounts(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<number> {
  return firstRow(await repairs(executorOf(tx), { relationshipIds })).count;
}

const repairs = prepareQuery("repair-task-counts", (_, slot: Slots<Clients>) => {
  const ids = slot("relationshipIds");
  return sql<{ readonly count: number }>`
    with lacking as (
      insert into coach_task_count
      select uuidv7(), ${KEYS}, ${sumsOf((sum) => sum, ", ")}, true from (
        select kept.workspace_id, kept.relationship_id, kept.task_type, kept.coach_user_id, -open_count as open_count, -in_progress_count as in_progress_count,
          -snoozed_count as snoozed_count, -high_count as high_count, -urgent_count as urgent_count
        from relationship r join coach_task_count kept using (workspace_id)
        where r.id = any(${ids}::uuid[]) and kept.relationship_id = r.id
        union all
        select workspace_id, relationship_id, task_type, coalesce(assigned_coach_user_id, coach_user_id),
          (status = 'OPEN')::int, (status = 'IN_PROGRESS')::int, (status = 'SNOOZED')::int,
          (status <> 'SNOOZED' and severity in ('HIGH', 'URGENT'))::int, (status <> 'SNOOZED' and urgent)::int
        from coach_task where relationship_id = any(${ids}::uuid[])
          and status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')) difference
      group by ${KEYS} having ${isSome}
      returning 1)
    select count(*)::int as count from lacking`;
});
