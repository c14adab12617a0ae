import { sql } from "kysely";
import type { AgendaTask, AgendaTaskItem } from "../../rules/agenda/agenda-task.ts";
import type { ValueEntry } from "../../rules/agenda/day-value.ts";
import type { PastOperation } from "../../rules/quick-log/quick-log-state.ts";
import type { Tx } from "../transact.ts";

/** Instants come as text: the driver does not parse what a raw statement returns. */
type Stored<T> = {
  readonly [K in keyof T]: T[K] extends Date
    ? string
    : T[K] extends Date | null
      ? string | null
      : T[K];
};

type TaskRow = Stored<AgendaTask> & { readonly dayReviewedAt: string | null };

/** A named task of the relationship, and whether the coach reviewed its day. */
export interface LoadedTask {
  readonly task: AgendaTask;
  readonly dayReviewedAt: Date | null;
}

/** The tasks with these ids that belong to the relationship, in id order. */
export async function loadTasks(
  tx: Tx,
  relationshipId: string,
  taskIds: readonly string[],
): Promise<readonly LoadedTask[]> {
  const { rows } = await sql<TaskRow>`
    select task.id, task.workspace_id as "workspaceId", task.relationship_id as "relationshipId",
      task.local_date::text as "localDate", task.timezone, task.task_kind as "taskKind",
      task.source_context as "sourceContext", task.source_type as "sourceType",
      task.source_id as "sourceId", task.source_revision as "sourceRevision",
      task.source_child_key as "sourceChildKey", task.source_key as "sourceKey", task.status,
      task.priority, task.sort_key as "sortKey", task.starts_at as "startsAt", task.due_at as "dueAt",
      task.snapshot, task.action_schema as "actionSchema",
      task.completion_summary as "completionSummary", task.revision,
      task.changed_by_lineage_id as "changedByLineageId", task.changed_by_kind as "changedByKind",
      task.revision_before_run as "revisionBeforeRun", task.generated_at as "generatedAt",
      task.changed_at as "changedAt", task.completed_at as "completedAt",
      task.canceled_at as "canceledAt", task.superseded_at as "supersededAt",
      day.reviewed_at as "dayReviewedAt"
    from agenda_task task
    left join agenda_day day
      on day.relationship_id = task.relationship_id and day.local_date = task.local_date
    where task.id = any(${taskIds}::uuid[]) and task.relationship_id = ${relationshipId}
    order by task.id
  `.execute(tx.getKysely());
  return rows.map(({ dayReviewedAt, ...row }) => ({
    dayReviewedAt: instant(dayReviewedAt),
    task: {
      ...row,
      startsAt: instant(row.startsAt),
      dueAt: instant(row.dueAt),
      generatedAt: new Date(row.generatedAt),
      changedAt: new Date(row.changedAt),
      completedAt: instant(row.completedAt),
      canceledAt: instant(row.canceledAt),
      supersededAt: instant(row.supersededAt),
    },
  }));
}

/** All items of these tasks, by task, in their order. */
export async function loadItems(
  tx: Tx,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AgendaTaskItem[]>> {
  const { rows } = await sql<Stored<AgendaTaskItem>>`
    select id, task_id as "taskId", relationship_id as "relationshipId",
      local_date::text as "localDate", item_kind as "itemKind", source_context as "sourceContext",
      source_id as "sourceId", source_item_key as "sourceItemKey", sort_order as "sortOrder",
      label_snapshot as "labelSnapshot", amount_snapshot as "amountSnapshot",
      input_schema as "inputSchema", bulk_eligible as "bulkEligible", status, revision,
      completion_source as "completionSource", completed_at as "completedAt",
      skipped_at as "skippedAt", latest_receipt_id as "latestReceiptId"
    from agenda_task_item
    where task_id = any(${taskIds}::uuid[])
    order by task_id, sort_order, id
  `.execute(tx.getKysely());
  const items = rows.map((row) => ({
    ...row,
    completedAt: instant(row.completedAt),
    skippedAt: instant(row.skippedAt),
  }));
  return Map.groupBy(items, ({ taskId }) => taskId);
}

/** All value entries of these tasks, by task, in the order they were accepted. */
export async function loadValues(
  tx: Tx,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ValueEntry[]>> {
  const { rows } = await sql<Stored<ValueEntry> & { readonly taskId: string }>`
    select task_id as "taskId", id, numeric_value::float8 as value, recorded_at as "recordedAt",
      supersedes_id as "supersedesId"
    from quick_log_value_entry
    where task_id = any(${taskIds}::uuid[])
    order by task_id, id
  `.execute(tx.getKysely());
  const entries = rows.map((row) => ({ ...row, recordedAt: new Date(row.recordedAt) }));
  return Map.groupBy(entries, ({ taskId }) => taskId);
}

/** Accepted operations of a lineage by their client ids, for undo. */
export async function loadPastOperations(
  tx: Tx,
  scope: { readonly relationshipId: string; readonly lineageId: string },
  clientOperationIds: readonly string[],
): Promise<readonly PastOperation[]> {
  const { rows } = await sql<Stored<PastOperation>>`
    select past.receipt_id as "receiptId", past.client_operation_id as "clientOperationId",
      past.task_id as "taskId", past.action_kind as "actionKind", past.effects,
      past.decided_at as "decidedAt",
      exists (select from quick_log_operation later
              where later.undoes_receipt_id = past.receipt_id and later.status = 'ACCEPTED') as undone
    from sync_operation operation
    join quick_log_operation past on past.receipt_id = operation.receipt_id
    where operation.lineage_id = ${scope.lineageId}
      and operation.relationship_id = ${scope.relationshipId}
      and operation.client_operation_id = any(${clientOperationIds}::text[])
      and operation.status = 'ACCEPTED'
  `.execute(tx.getKysely());
  return rows.map((row) => ({ ...row, decidedAt: new Date(row.decidedAt) }));
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
