import { sql } from "kysely";
import type { Replacement } from "../../rules/quick-log/types.ts";
import { actionSchemaOfTask, snapshotOfTask } from "../agenda/snapshots/queries.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { runNamed } from "../platform/pipeline/run-named.ts";

/** The tasks that finally replaced superseded ones, by the id of the former task. One statement. */
export async function loadReplacements(
  executor: QueryExecutor,
  supersededIds: readonly string[],
): Promise<ReadonlyMap<string, Replacement>> {
  if (supersededIds.length === 0) return new Map();
  const statement = sql<Replacement & { readonly formerId: string }>`
    with recursive line (former_id, former_due_at, id, next_id) as (
      select task.id, task.due_at, task.id, task.superseded_by_task_id from agenda_task task
      where task.id = any(${supersededIds}::uuid[])
      union
      select line.former_id, line.former_due_at, task.id, task.superseded_by_task_id
      from line join agenda_task task on task.id = line.next_id
    )
    select line.former_id as "formerId", task.id, task.task_kind as "taskKind", task.status, task.revision,
      ${snapshotOfTask} as snapshot, ${actionSchemaOfTask} as "actionSchema",
      task.due_at is distinct from line.former_due_at as "dueAtDiffers",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', item.id, 'status', item.status, 'sourceItemKey', item.source_item_key,
          'sortOrder', item.sort_order, 'labelSnapshot', item.label_snapshot,
          'amountSnapshot', item.amount_snapshot, 'bulkEligible', item.bulk_eligible)
          order by item.sort_order, item.id)
        from agenda_task_item item where item.task_id = task.id), '[]') as items
    from line join agenda_task task on task.id = line.id
    where task.status <> 'SUPERSEDED'
  `;
  const rows = await runNamed(executor, "task-replacements", statement);
  return new Map(rows.map(({ formerId, ...replacement }) => [formerId, replacement]));
}
