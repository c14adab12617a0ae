import { sql } from "kysely";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../platform/pipeline/prepare-query.ts";
import { type RowArrays, rowArrays, rowTable } from "../platform/statements/row-arrays.ts";
import type { AgendaTaskItem, WorkingTask } from "../../rules/agenda/agenda-task.ts";

/**
 * Stores the final state of a batch's tasks, one row per task id.
 *
 * @throws a database error if a task no longer has its base revision although the scope is locked.
 */
export async function updateTasks(
  executor: QueryExecutor,
  tasks: readonly Revised<WorkingTask>[],
): Promise<void> {
  if (tasks.length === 0) return;
  const rows = tasks.map(({ row, revisionBefore }) => ({
    id: row.id,
    base: revisionBefore,
    status: row.status,
    completion_summary: row.completionSummary,
    revision: row.revision,
    newest_value: row.newestValueId,
    newest_value_revision: row.newestValueRevision,
    lineage: row.changedByLineageId,
    kind: row.changedByKind,
    run: row.revisionBeforeRun,
    foreign: row.foreignRevision,
    late: row.lateEvidence,
    snoozed_until: row.snoozedUntil,
    snooze_count: row.snoozeCount,
    changed_at: row.changedAt,
    completed_at: row.completedAt,
  }));
  await changeTasks(executor, rowArrays(rows, TASK));
}

/** The new state of a row, with the revision that it must still have. */
interface Revised<Row> {
  readonly row: Row;
  readonly revisionBefore: number;
}

const TASK = {
  id: "uuid",
  base: "int",
  status: "text",
  completion_summary: "jsonb",
  revision: "int",
  newest_value: "uuid",
  newest_value_revision: "int",
  lineage: "uuid",
  kind: "text",
  run: "int",
  foreign: "int",
  late: "boolean",
  snoozed_until: "timestamptz",
  snooze_count: "int",
  changed_at: "timestamptz",
  completed_at: "timestamptz",
} as const;

const changeTasks = prepareQuery(
  "changed-tasks",
  (_from, slot: Slots<RowArrays>) => sql`
    with updated as (
      update agenda_task task
      set status = wanted.status, completion_summary = wanted.completion_summary,
          revision = wanted.revision, foreign_revision = wanted."foreign",
          newest_value_id = wanted.newest_value, newest_value_revision = wanted.newest_value_revision,
          late_evidence = wanted.late, snoozed_until = wanted.snoozed_until,
          snooze_count = wanted.snooze_count, changed_by_lineage_id = wanted.lineage,
          changed_by_kind = wanted.kind, revision_before_run = wanted.run,
          changed_at = wanted.changed_at, completed_at = wanted.completed_at
      from ${rowTable(TASK, slot)} as wanted
      where task.id = wanted.id and task.id = any(${slot("id")}::uuid[])
        and task.revision = wanted.base
      returning 1
    )
    select require_rows('agenda_task', (select count(*) from updated), cardinality(${slot("id")}::uuid[]))`,
);

const ITEM = {
  id: "uuid",
  base: "int",
  status: "text",
  revision: "int",
  values: "jsonb",
  source: "text",
  completed_at: "timestamptz",
  skipped_at: "timestamptz",
  receipt: "uuid",
} as const;

const changeItems = prepareQuery(
  "changed-items",
  (_from, slot: Slots<RowArrays>) => sql`
    with updated as (
      update agenda_task_item item
      set status = wanted.status, revision = wanted.revision,
          input_values = wanted."values", completion_source = wanted.source, completed_at = wanted.completed_at, skipped_at = wanted.skipped_at,
          latest_receipt_id = wanted.receipt
      from ${rowTable(ITEM, slot)} as wanted
      where item.id = wanted.id and item.id = any(${slot("id")}::uuid[])
        and item.revision = wanted.base
      returning 1
    )
    select require_rows('agenda_task_item', (select count(*) from updated), cardinality(${slot("id")}::uuid[]))`,
);

/** Stores the final state of a batch's items; see {@link updateTasks}. */
export async function updateItems(
  executor: QueryExecutor,
  items: readonly Revised<AgendaTaskItem>[],
): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ row, revisionBefore }) => ({
    id: row.id,
    base: revisionBefore,
    status: row.status,
    revision: row.revision,
    values: row.inputValues,
    source: row.completionSource,
    completed_at: row.completedAt,
    skipped_at: row.skippedAt,
    receipt: row.latestReceiptId,
  }));
  await changeItems(executor, rowArrays(rows, ITEM));
}
