import type { TaskStatus } from "../../contract/agenda/vocabulary.ts";
import type { AgendaTaskItem } from "../agenda/agenda-task.ts";
import { completionSummary } from "../agenda/completion-summary.ts";
import { dayValue, type ValueEntry } from "../agenda/day-value.ts";
import { nextRevision } from "../sync/judge-revision.ts";
import type {
  PastOperation,
  QuickLogAction,
  QuickLogOutcome,
  TaskState,
} from "./quick-log-state.ts";

/** What an action wants to become of a task; what it leaves out stays. */
export interface WantedChange {
  /** Status of a task without items; one with items follows them. */
  readonly status?: TaskStatus;
  /** Changed items, with status and marks but without their next revision. */
  readonly items?: readonly AgendaTaskItem[];
  readonly newValue?: ValueEntry;
  readonly undoes?: PastOperation;
}

/** Carries a wanted change out on a copy: items, values, summary, status, next revision, effects. */
export function changeTask(
  state: TaskState,
  action: QuickLogAction,
  wanted: WantedChange,
): QuickLogOutcome {
  const { task } = state;
  const revised = nextRevision(task, action.lineageId);
  const changedItems = (wanted.items ?? []).map((item) => ({
    ...item,
    revision: revised.revision,
    latestReceiptId: action.receiptId,
  }));
  const items = state.items.map((item) => changedItems.find(({ id }) => id === item.id) ?? item);
  const values = wanted.newValue === undefined ? state.values : [...state.values, wanted.newValue];
  const mode = task.snapshot.metric?.mode;
  const value = mode === undefined ? null : dayValue(mode, values);
  const status = nextStatus(
    wanted.status ?? task.status,
    items,
    mode === undefined ? null : value !== null,
  );
  const next: TaskState = {
    ...state,
    items,
    values,
    task: {
      ...task,
      ...revised,
      status,
      completionSummary: completionSummary(items, value),
      changedByKind: "CLIENT",
      changedAt: action.now,
      completedAt: status === "COMPLETED" ? (task.completedAt ?? action.now) : null,
    },
  };
  return {
    kind: "CHANGE",
    change: {
      next,
      changedItems,
      newValue: wanted.newValue ?? null,
      undoes: wanted.undoes ?? null,
      effects: {
        taskFrom: task.status,
        taskTo: status,
        items: changedItems.map(({ id, status: to }) => ({
          itemId: id,
          from: state.items.find((item) => item.id === id)?.status ?? to,
          to,
        })),
        valueEntryId: wanted.newValue?.id ?? null,
      },
    },
  };
}

/**
 * Status that follows from the items or, with a metric, from whether a value stands. A task with a
 * metric stays in progress: it completes when the day closes (document 3, "Today task").
 */
function nextStatus(
  wanted: TaskStatus,
  items: readonly AgendaTaskItem[],
  valueStands: boolean | null,
): TaskStatus {
  if (items.length > 0) return itemsStatus(items);
  if (valueStands === null || wanted === "SKIPPED") return wanted;
  return valueStands ? "IN_PROGRESS" : "PENDING";
}

function itemsStatus(items: readonly AgendaTaskItem[]): TaskStatus {
  const any = (status: AgendaTaskItem["status"]) => items.some((item) => item.status === status);
  if (any("PENDING")) return any("COMPLETED") || any("SKIPPED") ? "IN_PROGRESS" : "PENDING";
  return any("COMPLETED") ? "COMPLETED" : "SKIPPED";
}
