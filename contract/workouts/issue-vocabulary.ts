import type { WorkoutConflictKind } from "./session-vocabulary.ts";

/** What there is to tell of a session: conflicts, and labels of what was accepted. */
export const WORKOUT_ISSUE_KINDS = [
  "SNAPSHOT_SUPERSEDED",
  "STALE_REVISION",
  "TASK_CANCELED",
  "SESSION_ALREADY_SUBMITTED",
  "SUPERSEDED_SNAPSHOT",
  "EXPIRED_SNAPSHOT",
] as const satisfies readonly (WorkoutConflictKind | "SUPERSEDED_SNAPSHOT" | "EXPIRED_SNAPSHOT")[];
export type WorkoutIssueKind = (typeof WORKOUT_ISSUE_KINDS)[number];

/** `ACCEPTED` counts, under its label; nobody has to do anything about it. */
export const ISSUE_STATUSES = ["OPEN", "RESOLVED", "ACCEPTED"] as const;
export type IssueStatus = (typeof ISSUE_STATUSES)[number];

/** Parts of an exercise by which a workout becomes another. */
export const EXERCISE_PARTS = [
  "EXERCISE",
  "SETS",
  "TARGETS",
  "INPUTS",
  "ALTERNATIVES",
  "SKIP_POLICY",
  "NOTES",
] as const;
export type ExercisePartName = (typeof EXERCISE_PARTS)[number];

/** What a coach may want to write to the client. */
export const MESSAGING_HINTS = [
  "ASK_TO_RESUBMIT",
  "EXPLAIN_CANCELLATION",
  "EXPLAIN_OTHER_SESSION",
  "TELL_WHAT_CHANGED",
  "TELL_DAY_WAS_OVER",
] as const;
export type MessagingHint = (typeof MESSAGING_HINTS)[number];

/** What each kind is worth writing about, as long as nobody resolved it. */
export const HINT_OF_ISSUE: Readonly<Record<WorkoutIssueKind, MessagingHint>> = {
  SNAPSHOT_SUPERSEDED: "ASK_TO_RESUBMIT",
  STALE_REVISION: "ASK_TO_RESUBMIT",
  TASK_CANCELED: "EXPLAIN_CANCELLATION",
  SESSION_ALREADY_SUBMITTED: "EXPLAIN_OTHER_SESSION",
  SUPERSEDED_SNAPSHOT: "TELL_WHAT_CHANGED",
  EXPIRED_SNAPSHOT: "TELL_DAY_WAS_OVER",
};
