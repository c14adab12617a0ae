import { type CoachTaskType, TASK_TYPES } from "../../contract/inbox/source-vocabulary.ts";
import { SCORE_WEIGHTS, type Severity } from "../../contract/inbox/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { dueDateOf, startOfLocalDay } from "../local-day.ts";

/** The named parts of a score; their sum is the score (docs/rooms/inbox.md#score). */
export interface ScoreParts {
  /** Base weight of the task's type. */
  readonly ofType: number;
  readonly severity: number;
  readonly due: number;
  readonly client: number;
  readonly pin: number;
}

/** When a task is due, and when that local day of its client begins. */
export interface DueTimes {
  readonly dueAt: Date | null;
  readonly dueDayStartsAt: Date | null;
}

/** The input of a score. */
export interface ScoredTask extends DueTimes {
  readonly taskType: CoachTaskType;
  readonly severity: Severity;
  readonly clientStatus: RelationshipStatus;
  readonly isPinned: boolean;
}

/** The parts of a task's score at an instant. */
export function scoreParts(task: ScoredTask, now: Date): ScoreParts {
  return {
    ofType: TASK_TYPES[task.taskType].base,
    severity: SCORE_WEIGHTS.severity[task.severity],
    due: duePart(task, now),
    client: SCORE_WEIGHTS.client[task.clientStatus],
    pin: task.isPinned ? SCORE_WEIGHTS.pin : 0,
  };
}

/** The score itself. */
export function scoreOf({ ofType, severity, due, client, pin }: ScoreParts): number {
  return ofType + severity + due + client + pin;
}

/** The due date's part of the score at an instant. */
export function duePart({ dueAt, dueDayStartsAt }: DueTimes, now: Date): number {
  if (dueAt === null) return SCORE_WEIGHTS.due.LATER;
  if (dueAt <= now) return SCORE_WEIGHTS.due.OVERDUE;
  const isToday = dueDayStartsAt !== null && dueDayStartsAt <= now;
  return isToday ? SCORE_WEIGHTS.due.TODAY : SCORE_WEIGHTS.due.LATER;
}

/** When time alone changes the score next; null if it does not. */
export function scoreChangesAt({ dueAt, dueDayStartsAt }: DueTimes, now: Date): Date | null {
  const ahead = [dueDayStartsAt, dueAt].filter((at) => at !== null && at > now);
  return ahead[0] ?? null;
}

/** The due instant, and when its due date begins in the client's zone. Midnight belongs to the day that ends. */
export function dueTimes(dueAt: Date | null, timezone: string): DueTimes {
  if (dueAt === null) return { dueAt, dueDayStartsAt: null };
  return { dueAt, dueDayStartsAt: startOfLocalDay(dueDateOf(dueAt, timezone), timezone) };
}

/** The sort keys of a task. */
export interface RankedTask {
  readonly id: string;
  readonly severity: Severity;
  /** Including the pin's part. */
  readonly score: number;
  readonly dueAt: Date | null;
  readonly lastOccurrenceAt: Date;
}

/**
 * Order of the inbox: URGENT first, even before pinned tasks. Then by score, due time, last occurrence and id, which
 * makes the order total. Negative if `one` comes before `other`.
 */
export function compareRank(one: RankedTask, other: RankedTask): number {
  const places = [
    Number(other.severity === "URGENT") - Number(one.severity === "URGENT"),
    other.score - one.score,
    dueMs(one) - dueMs(other),
    other.lastOccurrenceAt.getTime() - one.lastOccurrenceAt.getTime(),
  ];
  return places.find((place) => place !== 0) ?? compareIds(one.id, other.id);
}

function compareIds(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Later than any due date. */
export const NEVER_DUE = new Date("9999-12-31T00:00:00.000Z");

const dueMs = ({ dueAt }: RankedTask) => (dueAt ?? NEVER_DUE).getTime();
