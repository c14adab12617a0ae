import type { QuickLogOperationRow } from "../../db/quick-log/insert-operations.ts";
import type { DecidedImport } from "./import-copy.ts";
import { clockColumns, typedValue } from "./operation-columns.ts";

/** The row of an import: it has a day, and no task. */
export function importRow({ operation, entry, changed }: DecidedImport): QuickLogOperationRow {
  const { intent, receiptId, clientRecordedAt, time } = operation;
  const { metricKind, unit, localDate } = intent.payload;
  const tasks = changed.map(({ task: { id: taskId, revision } }) => ({ taskId, revision }));
  return {
    receipt_id: receiptId,
    task_id: null,
    item_id: null,
    local_date: localDate,
    action_kind: "RECORD_VALUE",
    scope: "TASK",
    expected_task_revision: 0,
    accepted_task_revision: null,
    status: "ACCEPTED",
    rejection_code: null,
    reason: null,
    note: null,
    task_from: null,
    task_to: null,
    effects: tasks.length === 0 ? null : { tasks },
    undoes_receipt_id: null,
    client_recorded_at: clientRecordedAt,
    ...clockColumns(time, !entry.withinDay),
    source_type: entry.sourceType,
    ...typedValue(entry.value),
    recorded_at: entry.windowEnd,
    supersedes_id: entry.supersedesId,
    restates_id: null,
    metric_kind: metricKind,
    unit,
    source_device: entry.sourceDevice,
    window_start: entry.windowStart,
    user_entered: entry.userEntered,
  };
}
