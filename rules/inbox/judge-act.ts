import {
  type CoachTaskAct,
  type CoachTaskStatus,
  type CoachTaskType,
  type DismissReason,
  type ResolutionType,
  type Severity,
  type SourceKind,
  INBOX_LIMITS,
} from "../../contract/inbox/vocabulary.ts";
import type { ProblemCode } from "../../contract/problem.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import { isPatient } from "./settle-case.ts";

/** A task that may be put off. */
export interface SleepingTask {
  readonly status: CoachTaskStatus;
  readonly snoozedUntil: Date | null;
}

/** The status of a task: one whose snooze is over counts as awake before anybody woke it. */
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
 * What each act makes of a task in each status; what is not there is a conflict (docs/rooms/inbox.md#acts). UNDO goes
 * back to where the task was.
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

/** A task and whose, as far as it says what may be done. */
export interface JudgedTask {
  /** At the moment of the act ({@link statusAt}). */
  readonly status: CoachTaskStatus;
  readonly severity: Severity;
  readonly clientStatus: RelationshipStatus;
}

/**
 * Why an act may not be done, or null. While the relationship is paused a task may only be dismissed, for that reason;
 * once it has ended nothing may be done (docs/rooms/inbox.md#acts). What is closed already is a conflict.
 */
export function judgeAct(
  task: JudgedTask,
  act: CoachTaskAct,
  dismissReason: DismissReason | null = null,
): ProblemCode | null {
  if (task.clientStatus === "ENDED") return "RELATIONSHIP_INACTIVE";
  if (task.clientStatus === "PAUSED" && dismissReason !== "CLIENT_PAUSED")
    return "RELATIONSHIP_INACTIVE";
  if (ACTS_OF_STATUS[task.status][act] === undefined) return "STATE_CONFLICT";
  if (act === "SNOOZE" && !isPatient(task.severity)) return "SNOOZE_NOT_ALLOWED";
  return null;
}

const ANYWAY = ["DUPLICATE", "NOT_RELEVANT"] as const;
const DIRECT = ["HANDLED_OUTSIDE_APP", ...ANYWAY] as const;

/**
 * What a coach may say a task of each type was resolved by; the types that are reviews only that it was none
 * (docs/rooms/inbox.md#acts). SOURCE_COMPLETED is told by the source alone.
 */
const RESOLUTIONS_OF_TYPE: Readonly<Record<CoachTaskType, readonly ResolutionType[]>> = {
  PROFILE_REVIEW: ANYWAY,
  FORM_REVIEW: ANYWAY,
  WORKOUT_REVIEW: ANYWAY,
  PROGRESS_ALERT: ANYWAY,
  NUTRITION_REVIEW: ANYWAY,
  MISSED_CHECK_IN: ["NUDGE_SENT", "MESSAGE_SENT", ...DIRECT],
  MESSAGE_FOLLOW_UP: ["MESSAGE_SENT", ...DIRECT],
  PLAN_UPDATE: ["PLAN_UPDATED", ...DIRECT],
};

/** What a coach may say a task was resolved by. */
export function resolutionsOf(
  taskType: CoachTaskType,
  sourceKind: SourceKind,
): readonly ResolutionType[] {
  const allowed = RESOLUTIONS_OF_TYPE[taskType];
  return sourceKind === "QUESTIONNAIRE" ? ["NUDGE_SENT", ...allowed] : allowed;
}

/** Why a resolution is not taken, or null. */
export function judgeResolution(
  task: { readonly taskType: CoachTaskType; readonly sourceKind: SourceKind },
  resolution: ResolutionType,
  note: string | null,
): "RESOLUTION_NOT_ALLOWED" | "NOTE_REQUIRED" | null {
  if (!resolutionsOf(task.taskType, task.sourceKind).includes(resolution))
    return "RESOLUTION_NOT_ALLOWED";
  return resolution === "HANDLED_OUTSIDE_APP" && isEmpty(note) ? "NOTE_REQUIRED" : null;
}

/** Why a dismissal is not taken, or null: only what may wait may wait until it happens again. */
export function judgeDismissal(
  severity: Severity,
  reason: DismissReason,
  said: { readonly note: string | null; readonly untilOccurrences: number | null },
): "RESOLUTION_NOT_ALLOWED" | "NOTE_REQUIRED" | null {
  if (said.untilOccurrences !== null && !isPatient(severity)) return "RESOLUTION_NOT_ALLOWED";
  return reason === "HANDLED_OUTSIDE_APP" && isEmpty(said.note) ? "NOTE_REQUIRED" : null;
}

const isEmpty = (note: string | null) => note === null || note === "";

/** Sources that are closed by saying that they were reviewed: nothing else in the product does. */
const REVIEWED_HERE: ReadonlySet<SourceKind> = new Set(["PROFILE", "FORM", "SKIP"]);

/** Whether what stands behind a task is reviewed through the inbox. */
export function isReviewedHere(sourceKind: SourceKind): boolean {
  return REVIEWED_HERE.has(sourceKind);
}

/** A decision that somebody may want to take back. */
export interface Decision {
  readonly byUserId: string | null;
  readonly closedAt: Date | null;
}

/** Whether a decision can be taken back: one's own, for ten minutes. */
export function mayUndo({ byUserId, closedAt }: Decision, userId: string, now: Date): boolean {
  if (byUserId !== userId || closedAt === null) return false;
  return now.getTime() - closedAt.getTime() < INBOX_LIMITS.undoMinutes * 60_000;
}

/** What may be done to a task now, as the list offers it. */
export function offeredActs(
  task: JudgedTask & { readonly sourceKind: SourceKind; readonly mayOpen: boolean },
): readonly CoachTaskAct[] {
  const acts = OFFERED.filter((act) => judgeAct(task, act) === null);
  const offered = acts.filter(
    (act) => act !== "REVIEW" || (task.mayOpen && isReviewedHere(task.sourceKind)),
  );
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
] as const;
