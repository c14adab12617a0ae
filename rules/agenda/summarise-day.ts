import type { AdherenceSummary, AgendaCounters } from "../../contract/agenda/schema.ts";
import {
  OPEN_TASK_STATUSES,
  WITHDRAWN_TASK_STATUSES,
  type TaskStatus,
} from "../../contract/agenda/vocabulary.ts";
import type { AgendaTask } from "./agenda-task.ts";

/** What an answer says of a day as a whole. */
export interface DaySummary {
  /** Grows with every change of the day: the sum of the revisions of its tasks, none of which is ever deleted. */
  readonly agendaVersion: number;
  readonly counters: AgendaCounters;
  readonly adherence: AdherenceSummary;
}

/** Counters and adherence of one day, from its task rows alone (docs/rules.md#agenda-day-summary). */
export function summariseDay(
  tasks: readonly Pick<AgendaTask, "status" | "revision">[],
): DaySummary {
  const counters = countTasks(tasks);
  return {
    agendaVersion: tasks.reduce((sum, { revision }) => sum + revision, 0),
    counters,
    adherence: {
      countedCount: counters.taskCount,
      completedCount: counters.completedCount,
      adherencePercent: percent(counters.completedCount, counters.taskCount),
    },
  };
}

function countTasks(tasks: readonly Pick<AgendaTask, "status">[]): AgendaCounters {
  const count = (...statuses: readonly TaskStatus[]) =>
    tasks.filter(({ status }) => statuses.includes(status)).length;
  return {
    taskCount: tasks.length - count(...WITHDRAWN_TASK_STATUSES),
    openCount: count(...OPEN_TASK_STATUSES),
    pendingCount: count("PENDING"),
    inProgressCount: count("IN_PROGRESS"),
    completedCount: count("COMPLETED"),
    skippedCount: count("SKIPPED"),
    missedCount: count("MISSED"),
  };
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((100 * part) / whole);
}
