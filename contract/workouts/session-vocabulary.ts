import type { PERFORMED_FROM } from "../sync/vocabulary.ts";

/** Where a session stands: `ABANDONED` is one that nothing was heard of for long; its submit is taken all the same. */
export const SESSION_STATUSES = ["IN_PROGRESS", "SUBMITTED", "DISCARDED", "ABANDONED"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export type PerformedFrom = (typeof PERFORMED_FROM)[number];

/** What records are kept of in an exercise: grams, repetitions, and grams that could be lifted once. */
export const RECORD_MEASURES = ["HEAVIEST", "MOST_REPETITIONS", "ESTIMATED_MAXIMUM"] as const;
export type RecordMeasure = (typeof RECORD_MEASURES)[number];

/** Why a draft stands in conflict. */
export const CONFLICT_KINDS = [
  "SNAPSHOT_SUPERSEDED",
  "STALE_REVISION",
  "TASK_CANCELED",
  "SESSION_ALREADY_SUBMITTED",
] as const;
export type WorkoutConflictKind = (typeof CONFLICT_KINDS)[number];

/** What a client may choose to do about a conflict. */
export const CONFLICT_CHOICES = ["REFRESH", "RESUBMIT", "DISCARD"] as const;
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number];

/** What may be chosen of each kind (docs/rules.md#workout-conflicts). */
export const CONFLICT_OPTIONS: Readonly<Record<WorkoutConflictKind, readonly ConflictChoice[]>> = {
  SNAPSHOT_SUPERSEDED: ["REFRESH", "RESUBMIT", "DISCARD"],
  STALE_REVISION: ["REFRESH", "RESUBMIT", "DISCARD"],
  TASK_CANCELED: ["REFRESH", "DISCARD"],
  SESSION_ALREADY_SUBMITTED: ["REFRESH", "DISCARD"],
};

/** What was done about a conflict; `EXPIRED` is done by time, `WIPED` by a purge. */
export const CONFLICT_RESOLUTIONS = [...CONFLICT_CHOICES, "EXPIRED", "WIPED"] as const;
export type WorkoutConflictResolution = (typeof CONFLICT_RESOLUTIONS)[number];

/** What a refused draft is compared with: the session that counts, what is asked for now, or nothing is left. */
export const CONFLICT_COMPARISONS = ["COUNTED_SESSION", "OFFERED_WORKOUT", "NOTHING"] as const;
export type ConflictComparison = (typeof CONFLICT_COMPARISONS)[number];

/** How a part of a refused draft differs from what the server holds. */
export const DRAFT_DIFFERENCES = ["ONLY_IN_DRAFT", "ONLY_ON_SERVER", "CHANGED"] as const;
export type DraftDifference = (typeof DRAFT_DIFFERENCES)[number];

/** Parts of an exercise's target that may differ. */
export const TARGET_PARTS = [
  "sets",
  "restSeconds",
  "notes",
  "alternatives",
  "skipPolicy",
  "modality",
  "asksRpe",
  "asksRir",
] as const;
export type TargetPart = (typeof TARGET_PARTS)[number];

/** Days between two reminders of a client, and after which the coach is told of a conflict, once. */
export const CONFLICT_REMINDER_DAYS = { client: 7, coach: 3 } as const;

/** Hours of the local day in which a client is reminded of a conflict; not any more at `until`. */
export const CONFLICT_REMINDER_HOURS = { from: 10, until: 21 } as const;

/** Days that a refused draft is kept after the latest receipt of its conflict. */
export const CONFLICT_DAYS = 30;

/** Days without an operation after which nobody waits for a draft any more. */
export const OPEN_DRAFT_DAYS = 30;

/** Bounds of a session, in characters where they are of texts. */
export const SESSION_LIMITS = {
  exerciseNoteLength: 500,
  skipNoteLength: 200,
  sessionNoteLength: 2_000,
  reasonLength: 500,
  formChecks: 3,
} as const;

/** Verdicts on a batch that a device named. */
export const CLIENT_BATCH_STATUSES = ["ACCEPTED", "PARTIALLY_REJECTED", "PENDING"] as const;
export type ClientBatchStatus = (typeof CLIENT_BATCH_STATUSES)[number];
