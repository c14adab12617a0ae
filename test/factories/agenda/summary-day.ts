import type { SummaryDay, SummaryTask } from "../../../web/client/client-queries.ts";

/** A task of a summary that is open and asks for nothing. */
export const summaryTask = (taskId: string, changes: Partial<SummaryTask> = {}): SummaryTask => ({
  taskId,
  taskKind: "HABIT",
  title: taskId,
  status: "PENDING",
  revision: 1,
  priority: 0,
  startsAt: null,
  dueAt: null,
  timeCritical: false,
  sortKey: "",
  sourceKey: taskId,
  dependsOnSourceKey: null,
  completedAt: null,
  source: { context: "DAILY_EXECUTION", type: "PLAN_ASSIGNMENT", id: "plan", revision: 1 },
  completionSummary: { itemCount: 0, completedItemCount: 0, skippedItemCount: 0, value: null },
  cameLate: false,
  final: false,
  supersededBy: null,
  explanation: null,
  completionEvents: [],
  ...changes,
});

const NOTHING = {
  taskCount: 0,
  openCount: 0,
  pendingCount: 0,
  inProgressCount: 0,
  completedCount: 0,
  skippedCount: 0,
  missedCount: 0,
};

/** A closed day of a summary with three of four tasks done. */
export const summaryDay = (localDate: string, changes: Partial<SummaryDay> = {}): SummaryDay => ({
  localDate,
  timezone: "Europe/Berlin",
  closedAt: `${localDate}T23:00:00Z`,
  heldReason: null,
  focusPin: null,
  reviewedAt: null,
  agendaVersion: 1,
  notOffered: false,
  counters: NOTHING,
  adherence: { countedCount: 4, completedCount: 3, adherencePercent: 75 },
  lateCount: 0,
  tasks: [],
  ...changes,
});
