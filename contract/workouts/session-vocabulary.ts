import type { PERFORMED_FROM } from "../sync/vocabulary.ts";

/** Status of a session. `ABANDONED` means that no operation arrived for long; its submit is still accepted. */
export const SESSION_STATUSES = ["IN_PROGRESS", "SUBMITTED", "DISCARDED", "ABANDONED"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export type PerformedFrom = (typeof PERFORMED_FROM)[number];

/**
 * Measures in which records of an exercise are kept: heaviest load in grams, most repetitions, and estimated
 * one-repetition maximum in grams.
 */
export const RECORD_MEASURES = ["HEAVIEST", "MOST_REPETITIONS", "ESTIMATED_MAXIMUM"] as const;
export type RecordMeasure = (typeof RECORD_MEASURES)[number];

/** Why a draft is in conflict. */
export const CONFLICT_KINDS = [
  "SNAPSHOT_SUPERSEDED",
  "STALE_REVISION",
  "TASK_CANCELED",
  "SESSION_ALREADY_SUBMITTED",
] as const;
export type WorkoutConflictKind = (typeof CONFLICT_KINDS)[number];

/** A client's choices in a conflict. */
export const CONFLICT_CHOICES = ["REFRESH", "RESUBMIT", "DISCARD"] as const;
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number];

/** Choices for each kind of conflict (docs/rooms/workouts.md#conflicts). */
export const CONFLICT_OPTIONS: Readonly<Record<WorkoutConflictKind, readonly ConflictChoice[]>> = {
  SNAPSHOT_SUPERSEDED: ["REFRESH", "RESUBMIT", "DISCARD"],
  STALE_REVISION: ["REFRESH", "RESUBMIT", "DISCARD"],
  TASK_CANCELED: ["REFRESH", "DISCARD"],
  SESSION_ALREADY_SUBMITTED: ["REFRESH", "DISCARD"],
};

/** States of a conflict. */
export const CONFLICT_STATUSES = ["OPEN", "RESOLVED"] as const;
export type ConflictStatus = (typeof CONFLICT_STATUSES)[number];

/** How a conflict was resolved: by a choice, by time (`EXPIRED`) or by a purge (`WIPED`). */
export const CONFLICT_RESOLUTIONS = [...CONFLICT_CHOICES, "EXPIRED", "WIPED"] as const;
export type WorkoutConflictResolution = (typeof CONFLICT_RESOLUTIONS)[number];

/** Counterpart of a refused draft in a comparison: the accepted session, the workout in force now, or nothing. */
export const CONFLICT_COMPARISONS = ["COUNTED_SESSION", "OFFERED_WORKOUT", "NOTHING"] as const;
export type ConflictComparison = (typeof CONFLICT_COMPARISONS)[number];

/** How a part of a refused draft differs from the server's version. */
export const DRAFT_DIFFERENCES = ["ONLY_IN_DRAFT", "ONLY_ON_SERVER", "CHANGED"] as const;
export type DraftDifference = (typeof DRAFT_DIFFERENCES)[number];

/** Parts of an exercise's target that may be different. */
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

/** Days between two reminders to a client, and days after which the coach is notified of a conflict, once. */
export const CONFLICT_REMINDER_DAYS = { client: 7, coach: 3 } as const;

/** Local hours in which a client is reminded of a conflict; `until` is excluded. */
export const CONFLICT_REMINDER_HOURS = { from: 10, until: 21 } as const;

/** Days for which a refused draft is kept after the latest receipt of its conflict. */
export const CONFLICT_DAYS = 30;

/** Days without an operation after which a draft counts as abandoned. */
export const OPEN_DRAFT_DAYS = 30;

/** Limits of a session; those of texts are in characters. */
export const SESSION_LIMITS = {
  exerciseNoteLength: 500,
  skipNoteLength: 200,
  sessionNoteLength: 2_000,
  reasonLength: 500,
  formChecks: 3,
} as const;

/** Results of a batch that a device named. */
export const CLIENT_BATCH_STATUSES = ["ACCEPTED", "PARTIALLY_REJECTED", "PENDING"] as const;
export type ClientBatchStatus = (typeof CLIENT_BATCH_STATUSES)[number];
