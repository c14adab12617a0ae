import {
  type CoachTaskType,
  SCORE_WEIGHTS,
  type Severity,
} from "../../contract/inbox/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { dueDateOf, startOfLocalDay } from "../local-day.ts";

/** The named parts of a score; their sum is the score (docs/rooms/inbox.md#score). */
export interface ScoreParts {
  /** What a task of its type counts for: the base weight. */
  readonly ofType: number;
  readonly severity: number;
  readonly due: number;
  readonly client: number;
  readonly pin: number;
}

/** When a task is due, and when the local day of its client begins on which it is. */
export interface DueTimes {
  readonly dueAt: Date | null;
  readonly dueDayStartsAt: Date | null;
}

/** What a score follows from. */
export interface ScoredTask extends DueTimes {
  readonly taskType: CoachTaskType;
  readonly severity: Severity;
  readonly clientStatus: RelationshipStatus;
  readonly isPinned: boolean;
}

/** The parts of a task's score at an instant. */
export function scoreParts(task: ScoredTask, now: Date): ScoreParts {
  return {
    ofType: SCORE_WEIGHTS.base[task.taskType],
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

/** How much the due date counts for at an instant. */
export function duePart({ dueAt, dueDayStartsAt }: DueTimes, now: Date): number {
  if (dueAt === null) return SCORE_WEIGHTS.due.LATER;
  if (dueAt <= now) return SCORE_WEIGHTS.due.OVERDUE;
  const isToday = dueDayStartsAt !== null && dueDayStartsAt <= now;
  return isToday ? SCORE_WEIGHTS.due.TODAY : SCORE_WEIGHTS.due.LATER;
}

/** When the score changes next by time alone; null where it does not any more. */
export function scoreChangesAt({ dueAt, dueDayStartsAt }: DueTimes, now: Date): Date | null {
  const ahead = [dueDayStartsAt, dueAt].filter((at) => at !== null && at > now);
  return ahead[0] ?? null;
}

/** The bounds of a due instant in the zone of its client. */
export function dueTimes(dueAt: Date | null, timezone: string): DueTimes {
  if (dueAt === null) return { dueAt, dueDayStartsAt: null };
  return { dueAt, dueDayStartsAt: startOfLocalDay(dueDateOf(dueAt, timezone), timezone) };
}

/** By what tasks stand one behind the other. */
export interface RankedTask {
  readonly id: string;
  readonly severity: Severity;
  /** With what the pin adds. */
  readonly score: number;
  readonly dueAt: Date | null;
  readonly lastOccurrenceAt: Date;
}

/**
 * The order of the inbox: what is URGENT first, whatever is pinned; then by score, by when it is due, by what happened
 * last, and by id, so that no two are alike. Negative when `one` stands before `other`.
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

/** Later than anything that is due. */
export const NEVER_DUE = new Date("9999-12-31T00:00:00.000Z");

const dueMs = ({ dueAt }: RankedTask) => (dueAt ?? NEVER_DUE).getTime();
