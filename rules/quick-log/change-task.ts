import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type { WorkingItem, WorkingTask } from "../agenda/agenda-task.ts";
import { closeTask } from "../agenda/closing/close-task.ts";
import { completionSummary } from "../agenda/completion-summary.ts";
import { dayValue, type ValueEntry } from "../agenda/day-value.ts";
import { importedValue, valueWithImport } from "../agenda/imported-value.ts";
import { taskMetric } from "../agenda/task-metric.ts";
import { nextRevision } from "../sync/judge-revision.ts";
import { newestValueAfter } from "./newest-value.ts";
import { startsAfter } from "./steps/starts-after.ts";
import type {
  PastOperation,
  QuickLogAction,
  QuickLogEffects,
  QuickLogOutcome,
  TaskState,
} from "./types.ts";

/** Applies a requested change to a copy: items, values, summary, status, next revision, effects. */
export function changeTask(
  state: TaskState,
  action: QuickLogAction,
  wanted: WantedChange,
): QuickLogOutcome {
  const revised = nextRevision(state.task, action.lineageId);
  const changedItems = (wanted.items ?? []).map((item) => ({
    ...item,
    revision: revised.revision,
    latestReceiptId: action.receiptId,
  }));
  const newValue = wanted.newValue ?? null;
  const moved: TaskState = {
    ...state,
    items: state.items.map((item) => changedItems.find(({ id }) => id === item.id) ?? item),
    values: newValue === null ? state.values : [...state.values, newValue],
    starts: startsAfter(state, action, wanted.undoes),
  };
  const changed = nextTask(moved, action, wanted.status);
  const next = { ...moved, task: { ...changed, ...wanted.snooze } };
  const undoes = wanted.undoes ?? null;
  const effects = effectsOf(state, next, changedItems, newValue);
  return { kind: "CHANGE", change: { next, changedItems, newValue, undoes, effects } };
}

/** The change that an action requests; omitted fields stay. */
export interface WantedChange {
  /** Status of a task without items. With items the status follows from them, except SKIPPED once none is pending. */
  readonly status?: TaskStatus;
  /** Changed items with status and marks, but without their next revision. */
  readonly items?: readonly WorkingItem[];
  readonly newValue?: ValueEntry;
  /** The new snooze. */
  readonly snooze?: Pick<WorkingTask, "snoozedUntil" | "snoozeCount">;
  readonly undoes?: PastOperation;
}

function nextTask(
  moved: TaskState,
  action: QuickLogAction,
  wantedStatus: TaskStatus = moved.task.status,
): WorkingTask {
  const { task, items, values, otherValues, dayClosedAt, starts } = moved;
  const mode = taskMetric(task.snapshot)?.mode;
  const manual = mode === undefined ? null : dayValue(mode, values, otherValues);
  const value = valueWithImport(manual, importedValue(task.completionSummary.value));
  const isBegun = mode === undefined ? null : manual !== null || starts > 0;
  const open = nextStatus(wantedStatus, items, isBegun);
  const summary = completionSummary(items, value);
  const isClosed = dayClosedAt !== null;
  const status = isClosed ? closeTask({ status: open, completionSummary: summary }) : open;
  const revised = nextRevision(task, action.lineageId);
  const newestValueId = mode === undefined ? null : newestValueAfter(moved);
  return {
    ...task,
    ...revised,
    newestValueId,
    newestValueRevision: newestValueId === null ? null : revised.revision,
    foreignRevision: revised.revision,
    status,
    completionSummary: summary,
    lateEvidence: isClosed && isLate(task, action, status),
    changedByKind: "CLIENT",
    changedAt: action.now,
    completedAt: status === "COMPLETED" ? (task.completedAt ?? action.now) : null,
  };
}

/**
 * Whether late evidence explains the status of a closed day's task. Any act except an undo sets this. An undo keeps it,
 * unless the task becomes MISSED again.
 */
function isLate({ lateEvidence }: WorkingTask, { intent }: QuickLogAction, status: TaskStatus) {
  return intent.actionKind === "UNDO" ? lateEvidence && status !== "MISSED" : true;
}

function effectsOf(
  before: TaskState,
  next: TaskState,
  changedItems: readonly WorkingItem[],
  newValue: ValueEntry | null,
): QuickLogEffects {
  const statusBefore = new Map(before.items.map(({ id, status }) => [id, status]));
  return {
    taskFrom: before.task.status,
    taskTo: next.task.status,
    items: changedItems.map(({ id, status: to, inputValues }) => ({
      itemId: id,
      from: statusBefore.get(id) ?? to,
      to,
      ...(inputValues !== null && { values: inputValues }),
    })),
    valueEntryId: newValue?.id ?? null,
    ...snoozeEffect(before.task, next.task),
  };
}

function snoozeEffect(before: WorkingTask, next: WorkingTask): Pick<QuickLogEffects, "snooze"> {
  const [from, to] = [before, next].map(({ snoozedUntil }) => snoozedUntil?.toISOString() ?? null);
  return before.snoozeCount === next.snoozeCount
    ? {}
    : { snooze: { from: from ?? null, to: to ?? null, count: next.snoozeCount } };
}

/**
 * The status derived from the items or, with a metric, from a client's value in force or an opened screen. A task
 * with a metric stays in progress: it completes when the day closes (docs/rooms/agenda.md#transitions).
 */
function nextStatus(
  wanted: TaskStatus,
  items: readonly WorkingItem[],
  isBegun: boolean | null,
): TaskStatus {
  if (items.length > 0) return itemsStatus(items, wanted);
  if (isBegun === null || wanted === "SKIPPED") return wanted;
  return isBegun ? "IN_PROGRESS" : "PENDING";
}

/** A skip of the whole task makes it SKIPPED, however many items were done before (docs/rooms/agenda.md#adherence). */
function itemsStatus(items: readonly WorkingItem[], wanted: TaskStatus): TaskStatus {
  const any = (status: WorkingItem["status"]) => items.some((item) => item.status === status);
  if (any("PENDING")) return any("COMPLETED") || any("SKIPPED") ? "IN_PROGRESS" : "PENDING";
  return wanted !== "SKIPPED" && any("COMPLETED") ? "COMPLETED" : "SKIPPED";
}
