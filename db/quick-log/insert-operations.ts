import { sql } from "kysely";
import type { ImportSourceType } from "../../contract/agenda/value-vocabulary.ts";
import type { RecordFlag, ValueSourceType } from "../../contract/quick-log/vocabulary.ts";
import type { ClockConfidence } from "../../contract/sync/clock-vocabulary.ts";
import type { AgendaTaskEvent } from "../agenda/agenda-task-event.ts";
import type { QueryExecutor } from "../platform/pipeline/pipeline.ts";
import { prepareQuery, type Slots } from "../platform/pipeline/prepare-query.ts";
import {
  columnsOf,
  type RowArrays,
  rowArrays,
  rowTable,
  type RowTypes,
} from "../platform/statements/row-arrays.ts";

/** Inserts the operations of a batch, each with its recorded value. */
export async function insertOperations(
  executor: QueryExecutor,
  { relationshipId }: QuickLogOwner,
  rows: readonly QuickLogOperationRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await appendOperations(executor, { relationshipId, ...rowArrays(rows, OPERATION) });
}

/** One quick-log operation, stored in addition to its receipt (docs/rooms/quick-log.md#records). */
export interface QuickLogOperationRow {
  readonly receipt_id: string;
  /** Null for an import, which serves every task of its metric. */
  readonly task_id: string | null;
  readonly item_id: string | null;
  readonly local_date: string;
  readonly action_kind: string;
  readonly scope: string;
  readonly expected_task_revision: number;
  readonly accepted_task_revision: number | null;
  readonly status: string;
  readonly rejection_code: string | null;
  readonly reason: string | null;
  readonly note: string | null;
  /** Status of the task before and after; null if refused. */
  readonly task_from: string | null;
  readonly task_to: string | null;
  /** Its other effects, or null. */
  readonly effects: unknown;
  readonly undoes_receipt_id: string | null;
  readonly client_recorded_at: string;
  readonly corrected_at: Date;
  /** Calendar day of `corrected_at` in the relationship's zone. */
  readonly recorded_on: string;
  readonly clock_confidence: ClockConfidence;
  readonly clock_flags: readonly RecordFlag[] | null;
  /** Source of the recorded value; null if it records none. */
  readonly source_type: ValueSourceType | ImportSourceType | null;
  /** At most one of the three is set. */
  readonly numeric_value: number | null;
  readonly text_value: string | null;
  readonly boolean_value: boolean | null;
  readonly recorded_at: Date | null;
  readonly supersedes_id: string | null;
  readonly restates_id: string | null;
  /** Only imports have these; null for any other. */
  readonly metric_kind: string | null;
  readonly unit: string | null;
  readonly source_device: string | null;
  readonly window_start: Date | null;
  readonly user_entered: boolean | null;
}

/** Owner columns shared by all rows of a batch. */
export interface QuickLogOwner {
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly actorUserId: string;
  readonly now: Date;
}

const OPERATION: RowTypes<QuickLogOperationRow> = {
  receipt_id: "uuid",
  task_id: "uuid",
  item_id: "uuid",
  local_date: "date",
  action_kind: "text",
  scope: "text",
  expected_task_revision: "int",
  accepted_task_revision: "int",
  status: "text",
  rejection_code: "text",
  reason: "text",
  note: "text",
  task_from: "text",
  task_to: "text",
  effects: "jsonb",
  undoes_receipt_id: "uuid",
  client_recorded_at: "timestamptz",
  corrected_at: "timestamptz",
  recorded_on: "date",
  clock_confidence: "text",
  clock_flags: "text[]",
  source_type: "text",
  numeric_value: "numeric",
  text_value: "text",
  boolean_value: "boolean",
  recorded_at: "timestamptz",
  supersedes_id: "uuid",
  restates_id: "uuid",
  metric_kind: "text",
  unit: "text",
  source_device: "text",
  window_start: "timestamptz",
  user_entered: "boolean",
};

const appendOperations = prepareQuery(
  "quick-log-operations",
  (_from, slot: Slots<RowArrays>) => sql`
    insert into quick_log_operation (relationship_id, ${columnsOf(OPERATION)})
    select ${slot("relationshipId")}::uuid, row.*
    from ${rowTable(OPERATION, slot)} as row
    order by receipt_id`,
);

/** One status change of a task by an operation. */
export interface StatusEventRow {
  readonly id: string;
  readonly task_id: string;
  readonly from_status: string;
  readonly to_status: string;
  readonly reason: string | null;
  readonly client_operation_id: string;
  /** The resulting adherence and progress of the task. */
  readonly metadata: AgendaTaskEvent["metadata"];
}

const STATUS_EVENT: RowTypes<StatusEventRow> = {
  id: "uuid",
  task_id: "uuid",
  from_status: "text",
  to_status: "text",
  reason: "text",
  client_operation_id: "text",
  metadata: "jsonb",
};

const appendStatusEvents = prepareQuery(
  "task-events",
  (_from, slot: Slots<RowArrays>) => sql`
    insert into agenda_task_event (relationship_id, actor_user_id, actor_kind, device_id, occurred_at,
      ${columnsOf(STATUS_EVENT)})
    select ${slot("relationshipId")}::uuid, ${slot("actorUserId")}::uuid, 'CLIENT', ${slot("deviceId")}::uuid,
      ${slot("now")}::timestamptz, row.*
    from ${rowTable(STATUS_EVENT, slot)} as row
    order by id`,
);

/** Inserts status events. */
export async function insertStatusEvents(
  executor: QueryExecutor,
  { now, ...owner }: QuickLogOwner,
  rows: readonly StatusEventRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const arrays = rowArrays(rows, STATUS_EVENT);
  await appendStatusEvents(executor, { ...owner, now: now.toISOString(), ...arrays });
}
