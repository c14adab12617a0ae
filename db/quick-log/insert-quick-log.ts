import { sql } from "kysely";
import type { ClockConfidence, ClockFlag } from "../../contract/sync/clock-vocabulary.ts";
import type { Tx } from "../transact.ts";

/** One quick-log operation to keep beside its receipt (docs/rules.md#quick-log-records). */
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
  readonly corrected_at: Date;
  /** Calendar day of `corrected_at` in the relationship's zone. */
  readonly recorded_on: string;
  readonly clock_confidence: ClockConfidence;
  readonly clock_flags: readonly ClockFlag[] | null;
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
  await sql`/* named: quick-log-operations */
    insert into quick_log_operation (receipt_id, workspace_id, relationship_id, lineage_id, device_id,
      client_operation_id, task_id, item_id, local_date, task_kind, action_kind, scope,
      expected_task_revision, accepted_task_revision, status, rejection_code, reason, note, effects,
      undoes_receipt_id, actor_user_id, client_recorded_at, corrected_at, recorded_on,
      clock_confidence, clock_flags, decided_at)
    select receipt_id, ${owner.workspaceId}::uuid, ${owner.relationshipId}::uuid,
      ${owner.lineageId}::uuid, ${owner.deviceId}::uuid, client_operation_id, task_id, item_id,
      local_date, task_kind, action_kind, scope, expected_task_revision, accepted_task_revision,
      status, rejection_code, reason, note, effects, undoes_receipt_id, ${owner.actorUserId}::uuid,
      client_recorded_at, corrected_at, recorded_on, clock_confidence, clock_flags, ${owner.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      receipt_id uuid, client_operation_id text, task_id uuid, item_id uuid, local_date date,
      task_kind text, action_kind text, scope text, expected_task_revision int,
      accepted_task_revision int, status text, rejection_code text, reason text, note text,
      effects jsonb, undoes_receipt_id uuid, client_recorded_at timestamptz, corrected_at timestamptz,
      recorded_on date, clock_confidence text, clock_flags text[])
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
  readonly restates_id: string | null;
}

/** Appends value entries. */
export async function insertValues(
  tx: Tx,
  owner: QuickLogOwner,
  rows: readonly ValueEntryRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`/* named: quick-log-values */
    insert into quick_log_value_entry (id, receipt_id, relationship_id, task_id, local_date,
      metric_kind, numeric_value, unit, source_type, source_device_id, recorded_at, supersedes_id,
      restates_id, created_at)
    select id, receipt_id, ${owner.relationshipId}::uuid, task_id, local_date, metric_kind,
      numeric_value, unit, source_type, ${owner.deviceId}::uuid, recorded_at, supersedes_id,
      restates_id, ${owner.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      id uuid, receipt_id uuid, task_id uuid, local_date date, metric_kind text,
      numeric_value numeric, unit text, source_type text, recorded_at timestamptz,
      supersedes_id uuid, restates_id uuid)
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
  await sql`/* named: task-events */
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
