import { v7 as uuidv7 } from "uuid";
import type { DomainEvent, EventType } from "../../contract/outbox/vocabulary.ts";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import { QUICK_LOG_OPERATIONS } from "../../contract/quick-log/vocabulary.ts";
import { VERDICT_CODES } from "../../contract/sync/vocabulary.ts";
import {
  insertOperations,
  insertStatusEvents,
  insertValues,
  updateItems,
  updateTasks,
  type QuickLogOperationRow,
  type StatusEventRow,
  type ValueEntryRow,
} from "../../db/quick-log/write-quick-log.ts";
import type { Tx } from "../../db/transact.ts";
import type { TaskChange, TaskState } from "../../rules/quick-log/quick-log-state.ts";
import { undoUntil } from "../../rules/quick-log/undo.ts";
import type { Refused } from "../../rules/sync/decision.ts";
import type { AdmissionScope, ReadyOperation, WrittenChanges } from "../sync/operation-feature.ts";

/** An operation on a task of the scope, and what became of it. */
export interface DecidedQuickLog {
  readonly operation: ReadyOperation<QuickLogIntent>;
  readonly state: TaskState;
  readonly change: TaskChange | null;
  readonly refused: Refused | null;
}

/** Writes the outcome of a batch's quick-log operations: one statement per table that has rows. */
export async function writeQuickLog(
  tx: Tx,
  scope: AdmissionScope,
  before: ReadonlyMap<string, TaskState>,
  decided: readonly DecidedQuickLog[],
): Promise<WrittenChanges> {
  const finals = new Map<string, TaskState>();
  for (const { change } of decided)
    if (change !== null) finals.set(change.next.task.id, change.next);
  await updateTasks(tx, changedTasks(before, finals));
  await updateItems(tx, changedItems(before, finals));
  await insertOperations(tx, scope, decided.map(operationRow));
  await insertValues(tx, scope, decided.flatMap(valueRow));
  await insertStatusEvents(tx, scope, decided.flatMap(statusRow));
  return {
    changes: finals.size === 0 ? {} : { agenda_task: [...finals.keys()].sort() },
    events: decided.flatMap((entry) => eventsOf(scope, entry)),
  };
}

function changedTasks(before: ReadonlyMap<string, TaskState>, finals: Map<string, TaskState>) {
  return [...finals.values()]
    .map(({ task }) => ({
      row: task,
      baseRevision: before.get(task.id)?.task.revision ?? 0,
    }))
    .sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
}

function changedItems(before: ReadonlyMap<string, TaskState>, finals: Map<string, TaskState>) {
  return [...finals.values()]
    .flatMap(({ task, items }) => {
      const old = new Map(before.get(task.id)?.items.map((item) => [item.id, item.revision]));
      return items.map((row) => ({ row, baseRevision: old.get(row.id) ?? 0 }));
    })
    .filter(({ row, baseRevision }) => row.revision !== baseRevision)
    .sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
}

function operationRow(entry: DecidedQuickLog): QuickLogOperationRow {
  const { operation, state, change, refused } = entry;
  const { intent } = operation;
  const skipped = intent.actionKind === "SKIP" ? intent.payload : null;
  const itemId = "itemId" in intent.payload ? (intent.payload.itemId ?? null) : null;
  return {
    receipt_id: operation.receiptId,
    client_operation_id: operation.clientOperationId,
    task_id: state.task.id,
    item_id: itemId,
    local_date: state.task.localDate,
    task_kind: state.task.taskKind,
    action_kind: intent.actionKind,
    scope: scopeOf(intent, itemId),
    expected_task_revision: operation.expectedRevision ?? 0,
    accepted_task_revision: change?.next.task.revision ?? null,
    status: refused === null ? "ACCEPTED" : VERDICT_CODES[refused.code].status,
    rejection_code: refused?.code ?? null,
    reason: skipped?.reason ?? null,
    note: skipped?.note ?? null,
    effects: change?.effects ?? null,
    undoes_receipt_id: change?.undoes?.receiptId ?? null,
    client_recorded_at: operation.clientRecordedAt,
    undo_until:
      change === null || intent.actionKind === "UNDO"
        ? null
        : undoUntil(change.next.task.changedAt),
  };
}

function scopeOf(intent: QuickLogIntent, itemId: string | null): string {
  if (intent.actionKind === "SKIP" && itemId !== null) return "ITEM";
  const type = Object.values(QUICK_LOG_OPERATIONS).find(
    ({ actionKind }) => actionKind === intent.actionKind,
  );
  return type?.scope ?? "TASK";
}

function valueRow({ operation, state, change }: DecidedQuickLog): ValueEntryRow[] {
  const metric = state.task.snapshot.metric;
  if (change === null || change.newValue === null || metric === null) return [];
  return [
    {
      id: change.newValue.id,
      receipt_id: operation.receiptId,
      task_id: state.task.id,
      local_date: state.task.localDate,
      metric_kind: metric.metricKind,
      numeric_value: change.newValue.value,
      unit: metric.unit,
      source_type: "MANUAL",
      recorded_at: change.newValue.recordedAt,
      supersedes_id: change.newValue.supersedesId,
    },
  ];
}

function statusRow({ operation, state, change }: DecidedQuickLog): StatusEventRow[] {
  if (change === null || change.effects.taskFrom === change.effects.taskTo) return [];
  return [
    {
      id: uuidv7(),
      task_id: state.task.id,
      from_status: change.effects.taskFrom,
      to_status: change.effects.taskTo,
      reason: operation.intent.actionKind === "SKIP" ? operation.intent.payload.reason : null,
      client_operation_id: operation.clientOperationId,
    },
  ];
}

/** The events of document 1, "Events": ids only. */
function eventsOf(scope: AdmissionScope, entry: DecidedQuickLog): DomainEvent[] {
  const { operation, state, change } = entry;
  const refs = {
    relationshipId: scope.relationshipId,
    taskId: state.task.id,
    receiptId: operation.receiptId,
  };
  const tell = (type: EventType, subjectId: string, more: DomainEvent["refs"] = {}) => ({
    eventId: uuidv7(),
    type,
    subjectId,
    version: state.task.revision,
    refs: { ...refs, ...more },
  });
  if (change === null) return [tell("QuickLogOperationRejected", operation.receiptId)];
  const { effects } = change;
  const undone = operation.intent.actionKind === "UNDO";
  return [
    tell("QuickLogOperationAccepted", operation.receiptId),
    ...(undone ? [] : effects.items.flatMap(({ itemId, to }) => itemEvent(tell, itemId, to))),
    ...(change.newValue === null || undone
      ? []
      : [tell("QuickLogValueRecorded", change.newValue.id)]),
    ...(effects.taskFrom === effects.taskTo || undone ? [] : taskEvent(tell, state)),
  ];
}

type Tell = (type: EventType, subjectId: string, more?: DomainEvent["refs"]) => DomainEvent;

function itemEvent(tell: Tell, itemId: string, to: string): DomainEvent[] {
  if (to === "COMPLETED") return [tell("DailyTaskItemCompleted", itemId)];
  return to === "SKIPPED" ? [tell("DailyTaskItemSkipped", itemId)] : [];
}

function taskEvent(tell: Tell, { task }: TaskState): DomainEvent[] {
  if (task.status === "COMPLETED") return [tell("DailyTaskCompleted", task.id)];
  return task.status === "SKIPPED" ? [tell("DailyTaskSkipped", task.id)] : [];
}
