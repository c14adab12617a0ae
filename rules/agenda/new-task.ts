import { completionSummary } from "./completion-summary.ts";
import type { AgendaTaskItem, DayTask } from "./agenda-task.ts";

/** A new task: pending, at its first revision, with nothing done. */
export function newTask(planned: TaskToCreate, now: Date): DayTask {
  return { ...planned, ...untouched(planned.items, now) };
}

/** The fields that the creator of a task supplies. */
export type TaskToCreate = Omit<DayTask, keyof Untouched>;

/** The fields that every untouched task has in common. */
type Untouched = ReturnType<typeof untouched>;

/** The fields that the creator of an item supplies. */
export type ItemToCreate = Omit<AgendaTaskItem, keyof typeof UNTOUCHED_ITEM>;

/** A new item. */
export function newItem(planned: ItemToCreate): AgendaTaskItem {
  return { ...planned, ...UNTOUCHED_ITEM };
}

function untouched(items: readonly AgendaTaskItem[], now: Date) {
  return {
    status: "PENDING",
    dependsOnSourceKey: null,
    completionSummary: completionSummary(items),
    revision: 1,
    newestValueId: null,
    newestValueRevision: null,
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
