import {
  type CoachTaskType,
  type SourceKind,
  SOURCES,
  TASK_TYPES,
} from "../../contract/inbox/source-vocabulary.ts";
import {
  type CoachTaskAct,
  type CoachTaskStatus,
  type DismissReason,
  type ResolutionType,
  type Severity,
  INBOX_LIMITS,
} from "../../contract/inbox/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { isPatient } from "./settle-case.ts";

/**
 * Why an action is refused, or null. During a pause a task may only be dismissed, for that reason; after the
 * relationship ended, nothing is allowed (docs/rooms/inbox.md#acts). A closed task is a conflict.
 */
export function judgeAct(
  task: JudgedTask,
  act: CoachTaskAct,
  dismissReason: DismissReason | null = null,
): "RELATIONSHIP_INACTIVE" | "STATE_CONFLICT" | "SNOOZE_NOT_ALLOWED" | null {
  if (task.clientStatus === "ENDED") return "RELATIONSHIP_INACTIVE";
  if (task.clientStatus === "PAUSED" && dismissReason !== "CLIENT_PAUSED")
    return "RELATIONSHIP_INACTIVE";
  if (ACTS_OF_STATUS[task.status][act] === undefined) return "STATE_CONFLICT";
  if (act === "SNOOZE" && !isPatient(task.severity)) return "SNOOZE_NOT_ALLOWED";
  return null;
}

/** A task that may be snoozed. */
export interface SleepingTask {
  readonly status: CoachTaskStatus;
  readonly snoozedUntil: Date | null;
}

/** The status of a task. An expired snooze counts as OPEN even before the actor reopens it. */
export function statusAt({ status, snoozedUntil }: SleepingTask, now: Date): CoachTaskStatus {
  const isAwake = status === "SNOOZED" && snoozedUntil !== null && snoozedUntil <= now;
  return isAwake ? "OPEN" : status;
}

const ACTIVE_ACTS = {
  RESOLVE: "RESOLVED",
  REVIEW: "RESOLVED",
  DISMISS: "DISMISSED",
} as const;

/**
 * The status that each action leads to, by present status; a missing entry is a conflict (docs/rooms/inbox.md#acts).
 * UNDO restores the former status.
 */
const ACTS_OF_STATUS: Readonly<
  Record<CoachTaskStatus, Readonly<Partial<Record<CoachTaskAct, CoachTaskStatus>>>>
> = {
  OPEN: {
    ...ACTIVE_ACTS,
    START: "IN_PROGRESS",
    SNOOZE: "SNOOZED",
    PIN: "OPEN",
    UNPIN: "OPEN",
    ASSIGN: "OPEN",
  },
  IN_PROGRESS: {
    ...ACTIVE_ACTS,
    START: "IN_PROGRESS",
    SNOOZE: "SNOOZED",
    PIN: "IN_PROGRESS",
    UNPIN: "IN_PROGRESS",
    ASSIGN: "IN_PROGRESS",
  },
  SNOOZED: {
    ...ACTIVE_ACTS,
    UNSNOOZE: "OPEN",
    PIN: "SNOOZED",
    UNPIN: "SNOOZED",
    ASSIGN: "SNOOZED",
  },
  RESOLVED: { UNDO: "OPEN" },
  DISMISSED: { UNDO: "OPEN" },
  ARCHIVED: {},
};

/** The facts about a task and its owner that decide which actions are allowed. */
export interface JudgedTask {
  /** At the time of the action ({@link statusAt}). */
  readonly status: CoachTaskStatus;
  readonly severity: Severity;
  readonly clientStatus: RelationshipStatus;
}

/**
 * The resolutions that a coach may choose for a task, by its type and source (docs/rooms/inbox.md#acts). Only the
 * source sets SOURCE_COMPLETED.
 */
export function resolutionsOf(
  taskType: CoachTaskType,
  sourceKind: SourceKind,
): readonly ResolutionType[] {
  const { resolutions = [] } = SOURCES[sourceKind];
  return ["DUPLICATE", "NOT_RELEVANT", ...TASK_TYPES[taskType].resolutions, ...resolutions];
}

/** Why a resolution is refused, or null. */
export function judgeResolution(
  task: { readonly taskType: CoachTaskType; readonly sourceKind: SourceKind },
  resolution: ResolutionType,
  note: string | null,
): "RESOLUTION_NOT_ALLOWED" | "NOTE_REQUIRED" | null {
  if (!resolutionsOf(task.taskType, task.sourceKind).includes(resolution))
    return "RESOLUTION_NOT_ALLOWED";
  return resolution === "HANDLED_OUTSIDE_APP" && isEmpty(note) ? "NOTE_REQUIRED" : null;
}

/** Why a dismissal is refused, or null. Only a task that may wait can be dismissed until the next occurrences. */
export function judgeDismissal(
  severity: Severity,
  reason: DismissReason,
  dismissal: { readonly note: string | null; readonly untilOccurrences: number | null },
): "RESOLUTION_NOT_ALLOWED" | "NOTE_REQUIRED" | null {
  if (dismissal.untilOccurrences !== null && !isPatient(severity)) return "RESOLUTION_NOT_ALLOWED";
  return reason === "HANDLED_OUTSIDE_APP" && isEmpty(dismissal.note) ? "NOTE_REQUIRED" : null;
}

const isEmpty = (note: string | null) => note === null || note === "";

/** A decision that may be undone. */
export interface Decision {
  readonly byUserId: string | null;
  readonly closedAt: Date | null;
}

/**
 * The end of the ten minutes in which a person can undo a decision of their own. Null if it is not theirs, or if they
 * are over.
 */
export function undoableUntil(
  { byUserId, closedAt }: Decision,
  userId: string,
  now: Date,
): Date | null {
  if (byUserId !== userId || closedAt === null) return null;
  const until = undoEndsAt(closedAt);
  return now < until ? until : null;
}

/** When a decision can no longer be undone. */
export function undoEndsAt(closedAt: Date): Date {
  return new Date(closedAt.getTime() + INBOX_LIMITS.undoMinutes * 60_000);
}

/** The actions that a reader is offered for a task now. */
export function offeredActs(
  task: JudgedTask & {
    readonly sourceKind: SourceKind;
    readonly mayOpen: boolean;
    /** Whether the reader can still undo the decision that closed it ({@link undoableUntil}). */
    readonly isUndoable: boolean;
  },
): readonly CoachTaskAct[] {
  const isReviewable = task.mayOpen && SOURCES[task.sourceKind].reviewedAs !== null;
  const withheld: readonly CoachTaskAct[] = [
    ...(isReviewable ? [] : ["REVIEW" as const]),
    ...(task.isUndoable ? [] : ["UNDO" as const]),
  ];
  const offered = OFFERED.filter((act) => !withheld.includes(act) && judgeAct(task, act) === null);
  const isForPause =
    task.clientStatus === "PAUSED" && judgeAct(task, "DISMISS", "CLIENT_PAUSED") === null;
  return isForPause ? ["DISMISS"] : offered;
}

const OFFERED = [
  "START",
  "RESOLVE",
  "REVIEW",
  "DISMISS",
  "SNOOZE",
  "UNSNOOZE",
  "PIN",
  "ASSIGN",
  "UNDO",
] as const;
