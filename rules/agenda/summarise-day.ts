import type { AdherenceSummary, AgendaCounters } from "../../contract/agenda/schema.ts";
import {
  OPEN_TASK_STATUSES,
  WITHDRAWN_TASK_STATUSES,
  type TaskStatus,
} from "../../contract/agenda/vocabulary.ts";
import type { AgendaTask } from "./agenda-task.ts";
import { adherenceOf, type CountableTask } from "./adherence.ts";

/** Counters and adherence of one day, computed from its task rows alone (docs/rooms/agenda.md#day-summary). */
export function summariseDay(tasks: readonly SummedTask[]): DaySummary {
  const sums = sumAdherence(tasks);
  return {
    agendaVersion: tasks.reduce((sum, { revision }) => sum + revision, 0),
    counters: countTasks(tasks),
    adherence: {
      countedCount: sums.countedCount,
      completedCount: sums.doneCount,
      adherencePercent: percentOf(sums),
    },
    sums,
  };
}

/** The parts of a task that its day's sums need. */
export type SummedTask = Pick<AgendaTask, "revision"> & CountableTask;

/** How many tasks of a day count, how much of that is done, and the sum of their scores in thousandths. */
export interface DayAdherence {
  readonly countedCount: number;
  readonly doneCount: number;
  readonly score: number;
}

/** The summary of a whole day in an answer. */
export interface DaySummary {
  /** Grows with every change of the day: the sum of its tasks' revisions. Tasks are never deleted. */
  readonly agendaVersion: number;
  readonly counters: AgendaCounters;
  readonly adherence: AdherenceSummary;
  readonly sums: DayAdherence;
}

/** Done share of what counts in whole percent, rounded half up; null if nothing counts. */
export function percentOf({
  score,
  countedCount,
}: Pick<DayAdherence, "score" | "countedCount">): number | null {
  return countedCount === 0 ? null : Math.round(Math.round(1000 * score) / (10 * countedCount));
}

/** Tasks of a day that can still be done, from the stored counters: not done, skipped or missed. */
export function openCountOf({
  taskCount,
  completedCount,
  skippedCount,
  missedCount,
}: Pick<AgendaCounters, "taskCount" | "completedCount" | "skippedCount" | "missedCount">): number {
  return taskCount - completedCount - skippedCount - missedCount;
}

/** Sums whole thousandths, so that the order of the tasks does not change the result. */
function sumAdherence(tasks: readonly CountableTask[]): DayAdherence {
  const counted = tasks.map(adherenceOf).filter(({ counts }) => counts);
  const sum = counted.reduce((total, { score }) => total + Math.round(1000 * score), 0);
  return {
    countedCount: counted.length,
    doneCount: counted.filter(({ score }) => score === 1).length,
    score: sum / 1000,
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
