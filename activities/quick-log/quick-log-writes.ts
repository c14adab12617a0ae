import { ACTIONS_WITHOUT_EVIDENCE } from "../../contract/agenda/action-vocabulary.ts";
import type { TaskEventReason } from "../../contract/agenda/vocabulary.ts";
import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { VERDICT_CODES } from "../../contract/sync/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import {
  insertOperations,
  insertStatusEvents,
  type QuickLogOperationRow,
  type StatusEventRow,
} from "../../db/quick-log/insert-operations.ts";
import { updateItems, updateTasks } from "../../db/quick-log/update-tasks.ts";
import { isOutsideDay } from "../../rules/quick-log/is-outside-day.ts";
import type { TaskChange, TaskState } from "../../rules/quick-log/types.ts";
import { wantedAction } from "../../rules/quick-log/steps/judge-action.ts";
import { storedEffects } from "../../rules/quick-log/stored-effects.ts";
import type { Refused } from "../../rules/sync/decision.ts";
import { clockColumns, eventMetadata, typedValue } from "./operation-columns.ts";
import type { DecidedImport } from "./import-copy.ts";
import { importRow } from "./import-row.ts";
import type { AdmissionScope, ReadyOperation, Writes } from "../sync/operation-feature.ts";

/** The writes of a batch's quick-log operations: one statement per table that has rows. */
export function quickLogWrites(
  scope: AdmissionScope,
  { before, states, decided, turns, imported }: QuickLogOutcomes,
): Writes {
  // A task that was started twice stays unchanged.
  const changed = [...states.values()]
    .filter(({ task }) => task.revision !== before.get(task.id)?.task.revision)
    .toSorted((a, b) => compareIds(a.task, b.task));
  const tasks = changed.map(({ task }) => revisedTask(task, before));
  const items = changed.flatMap((state) => revisedItems(state, before));
  return {
    statements: [
      (executor) => updateTasks(executor, tasks),
      (executor) => updateItems(executor, items),
      (executor) =>
        insertOperations(executor, scope, [
          ...decided.map(operationRow),
          ...imported.map(importRow),
        ]),
      (executor) => insertStatusEvents(executor, scope, turns.flatMap(statusRow)),
    ],
    changes: changed.length === 0 ? {} : { agenda_task: changed.map(({ task }) => task.id) },
    events: [],
  };
}

/** A decided operation on a task of the scope, with its result. */
export interface DecidedQuickLog {
  readonly operation: ReadyOperation<QuickLogIntent>;
  readonly state: TaskState;
  readonly change: TaskChange | null;
  readonly refused: Refused | null;
}

/** The tasks as loaded, and everything decided since, in order. */
export interface QuickLogOutcomes {
  readonly before: ReadonlyMap<string, TaskState>;
  /** The tasks as the operations leave them. */
  readonly states: ReadonlyMap<string, TaskState>;
  readonly decided: readonly DecidedQuickLog[];
  /** Transitions of tasks, by operations of quick-log and of other rooms, in order. */
  readonly turns: readonly TaskTransition[];
  readonly imported: readonly DecidedImport[];
}

/** The transition of a task by an operation of quick-log or of another room. */
export interface TaskTransition {
  /** Id of its entry in the task's history; a new one if absent. */
  readonly eventId?: string;
  readonly clientOperationId: string;
  readonly change: TaskChange;
  readonly skipReason: SkipReason | null;
  readonly isUndo: boolean;
}

function revisedTask(row: TaskState["task"], before: ReadonlyMap<string, TaskState>) {
  return { row, revisionBefore: before.get(row.id)?.task.revision ?? 0 };
}

function revisedItems({ task, items }: TaskState, before: ReadonlyMap<string, TaskState>) {
  const old = new Map(before.get(task.id)?.items.map((item) => [item.id, item.revision]));
  return items
    .map((row) => ({ row, revisionBefore: old.get(row.id) ?? 0 }))
    .filter(({ row, revisionBefore }) => row.revision !== revisionBefore)
    .toSorted((a, b) => compareIds(a.row, b.row));
}

function compareIds(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}

function operationRow(entry: DecidedQuickLog): QuickLogOperationRow {
  const { operation, state, change, refused } = entry;
  const { intent } = operation;
  const skipped = intent.actionKind === "SKIP" ? intent.payload : null;
  const itemId = "itemId" in intent.payload ? (intent.payload.itemId ?? null) : null;
  return {
    receipt_id: operation.receiptId,
    task_id: state.task.id,
    item_id: itemId,
    local_date: state.task.localDate,
    action_kind: intent.actionKind,
    scope: wantedAction(intent).scope,
    expected_task_revision: operation.expectedRevision ?? 0,
    accepted_task_revision: change?.next.task.revision ?? null,
    status: refused === null ? "ACCEPTED" : VERDICT_CODES[refused.code].status,
    rejection_code: refused?.code ?? null,
    reason: skipped?.reason ?? null,
    note: skipped?.note ?? null,
    ...effectColumns(intent, change),
    undoes_receipt_id: change?.undoes?.receiptId ?? null,
    client_recorded_at: operation.clientRecordedAt,
    ...clockColumns(operation.time, isFlagged(entry)),
    ...valueColumns(change),
    ...NO_IMPORT,
  };
}

/** True if the recorded value belongs to another day than its task. */
function isFlagged({ operation, state, change }: DecidedQuickLog): boolean {
  const { intent, time } = operation;
  if (intent.actionKind !== "RECORD_VALUE" || change === null) return false;
  return isOutsideDay(state.task, new Date(intent.payload.recordedAt), time.offsetMs);
}

/** Columns that only imports have. */
const NO_IMPORT = {
  metric_kind: null,
  unit: null,
  source_device: null,
  window_start: null,
  user_entered: null,
};

function effectColumns(intent: QuickLogIntent, change: TaskChange | null) {
  if (change === null) return { task_from: null, task_to: null, effects: null };
  const { taskFrom, taskTo } = change.effects;
  return { task_from: taskFrom, task_to: taskTo, effects: storedEffects(intent, change) };
}

function valueColumns(change: TaskChange | null) {
  const value = change?.newValue ?? null;
  return {
    source_type: value === null ? null : ("MANUAL" as const),
    ...typedValue(value?.value ?? null),
    recorded_at: value?.recordedAt ?? null,
    supersedes_id: value?.supersedesId ?? null,
    restates_id: value?.restatesId ?? null,
  };
}

/** The transition of a task by an accepted quick-log operation; null for one that is no evidence, and its undo. */
export function transitionOf(
  { intent, clientOperationId }: ReadyOperation<QuickLogIntent>,
  change: TaskChange,
): TaskTransition | null {
  const { actionKind } = change.undoes ?? intent;
  if (ACTIONS_WITHOUT_EVIDENCE.includes(actionKind)) return null;
  const skipReason = intent.actionKind === "SKIP" ? intent.payload.reason : null;
  return { clientOperationId, change, skipReason, isUndo: intent.actionKind === "UNDO" };
}

/** On a closed day each operation gets an entry: it may change the task's score without its status. */
function statusRow(turn: TaskTransition): StatusEventRow[] {
  const { eventId = newId(), clientOperationId, change, skipReason, isUndo } = turn;
  const { next: state, effects } = change;
  const { taskFrom, taskTo } = effects;
  const isLate = state.dayClosedAt !== null;
  // A skip that stays adds no entry; its newest reason counts.
  if (taskFrom === taskTo && (!isLate || taskTo === "SKIPPED")) return [];
  const lateReason: TaskEventReason = isUndo ? "LATE_UNDO" : "LATE_EVIDENCE";
  return [
    {
      id: eventId,
      task_id: state.task.id,
      from_status: taskFrom,
      to_status: taskTo,
      reason: isLate ? lateReason : skipReason,
      client_operation_id: clientOperationId,
      metadata: eventMetadata(state, skipReason, isLate),
    },
  ];
}
