import type { WorkoutConflictKind } from "./session-vocabulary.ts";

/** Kinds of issues of a session: conflicts, and labels of accepted sessions. */
export const WORKOUT_ISSUE_KINDS = [
  "SNAPSHOT_SUPERSEDED",
  "STALE_REVISION",
  "TASK_CANCELED",
  "SESSION_ALREADY_SUBMITTED",
  "SUPERSEDED_SNAPSHOT",
  "EXPIRED_SNAPSHOT",
] as const satisfies readonly (WorkoutConflictKind | "SUPERSEDED_SNAPSHOT" | "EXPIRED_SNAPSHOT")[];
export type WorkoutIssueKind = (typeof WORKOUT_ISSUE_KINDS)[number];

/** An `ACCEPTED` session counts, with its label; nobody has to do anything. */
export const ISSUE_STATUSES = ["OPEN", "RESOLVED", "ACCEPTED"] as const;
export type IssueStatus = (typeof ISSUE_STATUSES)[number];

/** Parts of an exercise whose change makes it a different workout. */
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

/** Suggestions to the coach for a message to the client. */
export const MESSAGING_HINTS = [
  "ASK_TO_RESUBMIT",
  "EXPLAIN_CANCELLATION",
  "EXPLAIN_OTHER_SESSION",
  "TELL_WHAT_CHANGED",
  "TELL_DAY_WAS_OVER",
] as const;
export type MessagingHint = (typeof MESSAGING_HINTS)[number];

/** The suggestion for each kind of issue while it is unresolved. */
export const HINT_OF_ISSUE: Readonly<Record<WorkoutIssueKind, MessagingHint>> = {
  SNAPSHOT_SUPERSEDED: "ASK_TO_RESUBMIT",
  STALE_REVISION: "ASK_TO_RESUBMIT",
  TASK_CANCELED: "EXPLAIN_CANCELLATION",
  SESSION_ALREADY_SUBMITTED: "EXPLAIN_OTHER_SESSION",
  SUPERSEDED_SNAPSHOT: "TELL_WHAT_CHANGED",
  EXPIRED_SNAPSHOT: "TELL_DAY_WAS_OVER",
};
