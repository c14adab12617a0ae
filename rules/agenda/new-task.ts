import { completionSummary } from "./completion-summary.ts";
import type { AgendaTaskItem, DayTask } from "./agenda-task.ts";

/** What is said of a task by whoever has it made. */
export type AskedTask = Omit<DayTask, keyof Untouched>;

/** What is the same of every task that nobody has touched. */
type Untouched = ReturnType<typeof untouched>;

/** What is said of an item by whoever has it made. */
export type AskedItem = Omit<AgendaTaskItem, keyof typeof UNTOUCHED_ITEM>;

/** A task as it is made: pending, the first revision of itself, nothing of it done. */
export function newTask(asked: AskedTask, now: Date): DayTask {
  return { ...asked, ...untouched(asked.items, now) };
}

/** An item as it is made. */
export function newItem(asked: AskedItem): AgendaTaskItem {
  return { ...asked, ...UNTOUCHED_ITEM };
}

function untouched(items: readonly AgendaTaskItem[], now: Date) {
  return {
    status: "PENDING",
    dependsOnSourceKey: null,
    completionSummary: completionSummary(items),
    revision: 1,
    changedByLineageId: null,
    changedByKind: "SYSTEM",
    revisionBeforeRun: 0,
    foreignRevision: 1,
    lateEvidence: false,
    snoozedUntil: null,
    snoozeCount: 0,
    generatedAt: now,
    changedAt: now,
    completedAt: null,
    canceledAt: null,
    supersededAt: null,
    supersededByTaskId: null,
  } as const;
}

const UNTOUCHED_ITEM = {
  status: "PENDING",
  revision: 1,
  inputValues: null,
  completionSource: null,
  completedAt: null,
  skippedAt: null,
  latestReceiptId: null,
} as const;
