import type { AgendaTaskAnswer } from "../../contract/agenda/schema.ts";
import type { WorkingItem, WorkingTask } from "../../rules/agenda/agenda-task.ts";
import type { ValueEntry } from "../../rules/agenda/day-value.ts";
import type { TaskState } from "../../rules/quick-log/types.ts";

/**
 * Converts a task of the API to the rules' format. The API omits who changed it last, when its day closed and each
 * single value. A past day therefore leaves the rules unsure, and the day's value counts as one entry of another phone.
 */
export function taskStateOf(task: AgendaTaskAnswer): TaskState {
  const { value } = task.completionSummary;
  return {
    task: workingTask(task),
    items: task.items.map((item) => workingItem(task, item)),
    values: value === null ? [] : [entryOf(task.taskId, value.imported?.manual ?? value)],
    otherValues: { count: Math.max(0, (value?.entryCount ?? 1) - 1), sum: 0 },
    starts: task.status === "IN_PROGRESS" ? 1 : 0,
    dayReviewedAt: null,
    dayClosedAt: null,
    dayNotOffered: false,
  };
}

/** Placeholder for the author of changes that the server reports: not this device. */
const SOMEBODY_ELSE = "somebody-else";

function workingTask(task: AgendaTaskAnswer): WorkingTask {
  return {
    id: task.taskId,
    localDate: task.localDate,
    timezone: task.timezone,
    taskKind: task.taskKind,
    status: task.status,
    snapshot: task.snapshot,
    actionSchema: task.actionSchema,
    completionSummary: task.completionSummary,
    revision: task.revision,
    newestValueId: null,
    newestValueRevision: null,
    changedByLineageId: null,
    changedByKind: "SYSTEM",
    revisionBeforeRun: task.revision,
    foreignRevision: task.revision,
    lateEvidence: false,
    startsAt: instantOf(task.startsAt),
    dueAt: instantOf(task.dueAt),
    snoozedUntil: instantOf(task.snoozedUntil),
    snoozeCount: task.snoozeCount,
    changedAt: new Date(task.changedAt),
    completedAt: instantOf(task.completedAt),
  };
}

function workingItem(
  task: AgendaTaskAnswer,
  { itemId, label, amount, ...item }: AgendaTaskAnswer["items"][number],
): WorkingItem {
  return {
    ...item,
    id: itemId,
    taskId: task.taskId,
    relationshipId: "",
    localDate: task.localDate,
    sourceContext: task.source.context,
    sourceId: task.source.id,
    labelSnapshot: label,
    amountSnapshot: amount,
    completedAt: instantOf(item.completedAt),
    skippedAt: instantOf(item.skippedAt),
    latestReceiptId: null,
    skipReason: null,
  };
}

function entryOf(
  taskId: string,
  { current, lastRecordedAt }: { current: ValueEntry["value"]; lastRecordedAt: string },
): ValueEntry {
  return {
    id: taskId,
    value: current,
    lineageId: SOMEBODY_ELSE,
    recordedAt: new Date(lastRecordedAt),
    supersedesId: null,
    restatesId: null,
    superseded: false,
  };
}

function instantOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
