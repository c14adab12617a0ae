import { sql } from "kysely";
import { firstRow, type Tx } from "../transact.ts";
import type { AgendaTask, AgendaTaskItem } from "../../rules/agenda/agenda-task.ts";

/** A row as it will be, with the revision it must have until then. */
interface Revised<Row> {
  readonly row: Row;
  readonly baseRevision: number;
}

/**
 * Brings tasks to their final state of the batch, one row per task id.
 *
 * @throws Error when a task no longer has its base revision: under the scope lock that is a fault.
 */
export async function updateTasks(tx: Tx, tasks: readonly Revised<AgendaTask>[]): Promise<void> {
  if (tasks.length === 0) return;
  const rows = tasks.map(({ row, baseRevision }) => ({
    id: row.id,
    base: baseRevision,
    status: row.status,
    completion_summary: row.completionSummary,
    revision: row.revision,
    lineage: row.changedByLineageId,
    kind: row.changedByKind,
    run: row.revisionBeforeRun,
    changed_at: row.changedAt,
    completed_at: row.completedAt,
  }));
  const { rows: counted } = await sql<{ written: number }>`
    with updated as (
      update agenda_task task
      set status = wanted.status, completion_summary = wanted.completion_summary,
          revision = wanted.revision, changed_by_lineage_id = wanted.lineage,
          changed_by_kind = wanted.kind, revision_before_run = wanted.run,
          changed_at = wanted.changed_at, completed_at = wanted.completed_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (
        id uuid, base int, status text, completion_summary jsonb, revision int, lineage uuid,
        kind text, run int, changed_at timestamptz, completed_at timestamptz)
      where task.id = wanted.id and task.revision = wanted.base
      returning 1
    )
    select count(*)::int as written from updated
  `.execute(tx.getKysely());
  expectWritten("agenda_task", rows.length, firstRow(counted).written);
}

/** Brings items to their final state of the batch; see {@link updateTasks}. */
export async function updateItems(
  tx: Tx,
  items: readonly Revised<AgendaTaskItem>[],
): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ row, baseRevision }) => ({
    id: row.id,
    base: baseRevision,
    status: row.status,
    revision: row.revision,
    source: row.completionSource,
    completed_at: row.completedAt,
    skipped_at: row.skippedAt,
    receipt: row.latestReceiptId,
  }));
  const { rows: counted } = await sql<{ written: number }>`
    with updated as (
      update agenda_task_item item
      set status = wanted.status, revision = wanted.revision, completion_source = wanted.source,
          completed_at = wanted.completed_at, skipped_at = wanted.skipped_at,
          latest_receipt_id = wanted.receipt
      from json_to_recordset(${JSON.stringify(rows)}::json) as wanted (
        id uuid, base int, status text, revision int, source text, completed_at timestamptz,
        skipped_at timestamptz, receipt uuid)
      where item.id = wanted.id and item.revision = wanted.base
      returning 1
    )
    select count(*)::int as written from updated
  `.execute(tx.getKysely());
  expectWritten("agenda_task_item", rows.length, firstRow(counted).written);
}

/** One quick-log operation to keep beside its receipt (document 1, "Quick-log records"). */
export interface QuickLogOperationRow {
  readonly receipt_id: string;
  readonly client_operation_id: string;
  readonly task_id: string;
  readonly item_id: string | null;
  readonly local_date: string;
  readonly task_kind: string;
  readonly action_kind: string;
  readonly scope: string;
  readonly expected_task_revision: number;
  readonly accepted_task_revision: number | null;
  readonly status: string;
  readonly rejection_code: string | null;
  readonly reason: string | null;
  readonly note: string | null;
  readonly effects: unknown;
  readonly undoes_receipt_id: string | null;
  readonly client_recorded_at: string;
  readonly undo_until: Date | null;
}

/** Owner columns shared by all rows of a batch. */
export interface QuickLogOwner {
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly lineageId: string;
  readonly deviceId: string;
  readonly actorUserId: string;
  readonly now: Date;
}

/** Appends the operations of a batch. */
export async function insertOperations(
  tx: Tx,
  owner: QuickLogOwner,
  rows: readonly QuickLogOperationRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into quick_log_operation (receipt_id, workspace_id, relationship_id, lineage_id, device_id,
      client_operation_id, task_id, item_id, local_date, task_kind, action_kind, scope,
      expected_task_revision, accepted_task_revision, status, rejection_code, reason, note, effects,
      undoes_receipt_id, actor_user_id, client_recorded_at, decided_at, undo_until)
    select receipt_id, ${owner.workspaceId}::uuid, ${owner.relationshipId}::uuid,
      ${owner.lineageId}::uuid, ${owner.deviceId}::uuid, client_operation_id, task_id, item_id,
      local_date, task_kind, action_kind, scope, expected_task_revision, accepted_task_revision,
      status, rejection_code, reason, note, effects, undoes_receipt_id, ${owner.actorUserId}::uuid,
      client_recorded_at, ${owner.now}::timestamptz, undo_until
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      receipt_id uuid, client_operation_id text, task_id uuid, item_id uuid, local_date date,
      task_kind text, action_kind text, scope text, expected_task_revision int,
      accepted_task_revision int, status text, rejection_code text, reason text, note text,
      effects jsonb, undoes_receipt_id uuid, client_recorded_at timestamptz, undo_until timestamptz)
    order by receipt_id
  `.execute(tx.getKysely());
}

/** One value entry; it names the entry it supersedes, and is itself never changed. */
export interface ValueEntryRow {
  readonly id: string;
  readonly receipt_id: string;
  readonly task_id: string;
  readonly local_date: string;
  readonly metric_kind: string;
  readonly numeric_value: number | null;
  readonly unit: string;
  readonly source_type: string;
  readonly recorded_at: Date;
  readonly supersedes_id: string | null;
}

/** Appends value entries. */
export async function insertValues(
  tx: Tx,
  owner: QuickLogOwner,
  rows: readonly ValueEntryRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into quick_log_value_entry (id, receipt_id, relationship_id, task_id, local_date,
      metric_kind, numeric_value, unit, source_type, source_device_id, recorded_at, supersedes_id,
      created_at)
    select id, receipt_id, ${owner.relationshipId}::uuid, task_id, local_date, metric_kind,
      numeric_value, unit, source_type, ${owner.deviceId}::uuid, recorded_at, supersedes_id,
      ${owner.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      id uuid, receipt_id uuid, task_id uuid, local_date date, metric_kind text,
      numeric_value numeric, unit text, source_type text, recorded_at timestamptz,
      supersedes_id uuid)
    order by id
  `.execute(tx.getKysely());
}

/** One status change of a task, made by an operation. */
export interface StatusEventRow {
  readonly id: string;
  readonly task_id: string;
  readonly from_status: string;
  readonly to_status: string;
  readonly reason: string | null;
  readonly client_operation_id: string;
}

/** Appends status events. */
export async function insertStatusEvents(
  tx: Tx,
  owner: QuickLogOwner,
  rows: readonly StatusEventRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into agenda_task_event (id, task_id, relationship_id, from_status, to_status, reason,
      actor_user_id, actor_kind, device_id, client_operation_id, metadata, occurred_at)
    select id, task_id, ${owner.relationshipId}::uuid, from_status, to_status, reason,
      ${owner.actorUserId}::uuid, 'CLIENT', ${owner.deviceId}::uuid, client_operation_id, '{}',
      ${owner.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      id uuid, task_id uuid, from_status text, to_status text, reason text,
      client_operation_id text)
    order by id
  `.execute(tx.getKysely());
}

function expectWritten(table: string, planned: number, written: number): void {
  if (planned !== written) throw new Error(`${table}: ${written} of ${planned} rows written`);
}
