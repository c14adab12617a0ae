import type { AgendaTask } from "../../../device/wire/today-types.ts";

/** A task of the API with the fields that a test sets; the rest is a plain habit. */
export function agendaTask(taskId: string, changes: Partial<AgendaTask> = {}): AgendaTask {
  const instant = "2026-11-27T06:00:00.000Z";
  return {
    taskId,
    taskKind: "HABIT",
    localDate: "2026-11-27",
    timezone: "Europe/Berlin",
    status: "PENDING",
    revision: 4,
    priority: 0,
    sortKey: taskId,
    sourceKey: taskId,
    timeCritical: false,
    dependsOnSourceKey: null,
    startsAt: null,
    dueAt: null,
    snoozedUntil: null,
    snoozeCount: 0,
    source: { context: "DAILY_EXECUTION", type: "PLAN_ASSIGNMENT", id: "plan", revision: 1 },
    snapshot: { planId: "plan", title: taskId, instructions: null, metric: null },
    actionSchema: actionSchema(taskId, []),
    completionSummary: { itemCount: 0, completedItemCount: 0, skippedItemCount: 0, value: null },
    items: [],
    generatedAt: instant,
    changedAt: instant,
    completedAt: null,
    canceledAt: null,
    ...changes,
  };
}

/** The actions of a task. */
export function actionSchema(
  taskId: string,
  actions: AgendaTask["actionSchema"]["actions"],
): AgendaTask["actionSchema"] {
  return {
    taskId,
    taskRevision: 4,
    version: 2,
    taskKind: "HABIT",
    offlineEligible: true,
    quickCompleteEligible: true,
    destinationRoute: null,
    dailyTarget: null,
    valueMode: null,
    actions,
    requiredPayload: "NOTHING",
  };
}

/** An item to tick. */
export function agendaItem(
  itemId: string,
  changes: Partial<AgendaTask["items"][number]> = {},
): AgendaTask["items"][number] {
  return {
    itemId,
    itemKind: "HABIT_ITEM",
    sourceItemKey: itemId,
    sortOrder: 0,
    label: itemId,
    amount: null,
    inputSchema: [],
    inputValues: null,
    bulkEligible: true,
    status: "PENDING",
    revision: 1,
    completionSource: null,
    completedAt: null,
    skippedAt: null,
    ...changes,
  };
}
