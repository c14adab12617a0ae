import type { WorkoutConflict } from "../wire/workout-types.ts";

/**
 * Why an act was not stored.
 * - DRAFT_UNKNOWN: this device has no such draft, or its key is gone.
 * - DRAFT_SUBMITTED: it is submitted and frozen; a correction is possible.
 * - DRAFT_CONFLICTED: it is read-only until its conflict is resolved.
 * - DRAFT_DISCARDED: the person discarded it.
 * - DRAFT_NOT_SUBMITTED: only a submitted draft is corrected; an open one is edited.
 * - TOO_MANY_SETS, TOO_LARGE, NOT_JSON, TOO_MANY_FILES: a whole batch would fail with it.
 * - FILE_UNKNOWN: this device has no such file.
 * - ID_TAKEN: another act has its `callId`.
 */
export type ActRefusal =
  | "DRAFT_UNKNOWN"
  | "DRAFT_SUBMITTED"
  | "DRAFT_CONFLICTED"
  | "DRAFT_DISCARDED"
  | "DRAFT_NOT_SUBMITTED"
  | "TOO_MANY_SETS"
  | "TOO_LARGE"
  | "NOT_JSON"
  | "TOO_MANY_FILES"
  | "FILE_UNKNOWN"
  | "ID_TAKEN";

/** Prediction of an act by the server's own rule. UNSURE: this device lacks data that the rule needs. */
export type WorkoutPrediction =
  | { readonly kind: "LIKELY" }
  | { readonly kind: "UNSURE" }
  /** `pointer` names the place in the payload, RFC 6901; null if the whole act is refused. */
  | { readonly kind: "REFUSED"; readonly code: string; readonly pointer: string | null };

/** Outcome of a start. */
export type StartOutcome =
  | { readonly kind: "STARTED"; readonly draftId: string; readonly operationId: string }
  /** The task has a draft on this device already. */
  | { readonly kind: "CONTINUED"; readonly draftId: string }
  | { readonly kind: "REFUSED"; readonly code: StartRefusal };

/**
 * Why a workout cannot begin.
 * - PACKAGE_ABSENT: this device has no package of the task.
 * - PACKAGE_EXPIRED: its time is over.
 * - DAY_NOT_OPEN: it is a workout of a later day.
 * - CONNECTION_REQUIRED: the coach allows no start without a connection.
 * - REFRESH_REQUIRED: the coach asks for the newest package before each start.
 * - TOO_MANY_DRAFTS: two drafts are not accepted yet.
 */
export type StartRefusal =
  | "PACKAGE_ABSENT"
  | "PACKAGE_EXPIRED"
  | "DAY_NOT_OPEN"
  | "CONNECTION_REQUIRED"
  | "REFRESH_REQUIRED"
  | "TOO_MANY_DRAFTS";

/** Open conflicts. */
export interface ConflictList {
  /** OFFLINE: the list is the one that was read last. */
  readonly read: "READ" | "OFFLINE" | "SIGN_IN";
  readonly conflicts: readonly ListedConflict[];
}

/** A conflict, and whether its draft is on this device. */
export interface ListedConflict {
  readonly conflict: WorkoutConflict;
  readonly isOwnDraft: boolean;
}

/** Outcome of a choice. */
export type ResolveOutcome =
  | { readonly kind: "RESOLVED" }
  /** The choice is stored and completed later. */
  | { readonly kind: "OFFLINE" | "SIGN_IN" }
  /** The conflict could not be read again. Nothing is stored: the person chooses again later. */
  | { readonly kind: "NOT_READ"; readonly read: "OFFLINE" | "SIGN_IN" }
  /** The conflict has changed, or its kind does not offer the choice: read it again. */
  | { readonly kind: "CHANGED" }
  /** The server refused the draft once more; its conflict is renewed or the draft is editable. */
  | { readonly kind: "REFUSED_AGAIN"; readonly code: string | null };
