import { PHONE_PLATFORMS, type PhonePlatform } from "../accounts/session-vocabulary.ts";
/** Status of an operation in a sync answer (docs/rooms/sync.md#verdicts). */
export const RESULT_STATUSES = [
  "ACCEPTED",
  "ALREADY_ACCEPTED",
  "REJECTED",
  "CONFLICT",
  "REFETCH_REQUIRED",
  "SCOPE_LOCKED",
] as const;
export type ResultStatus = (typeof RESULT_STATUSES)[number];

/** Final verdicts: the only ones with a stored receipt (docs/rooms/sync.md#verdicts). */
export const FINAL_STATUSES = ["ACCEPTED", "REJECTED", "CONFLICT"] as const;
export type FinalStatus = (typeof FINAL_STATUSES)[number];

/** Standard categories every narrower code maps to (docs/rooms/sync.md#categories). */
export const CATEGORIES = [
  "STALE_REVISION",
  "SUPERSEDED_ASSIGNMENT",
  "PERMISSION_REVOKED",
  "LIFECYCLE_CLOSED",
  "DUPLICATE_OPERATION",
  "PAYLOAD_INVALID",
  "UPLOAD_EXPIRED",
  "DEVICE_REVOKED",
  "SERVER_REQUIRES_REFETCH",
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Every narrower code with its status and category; a device that does not know a code uses the category. */
export const VERDICT_CODES = {
  STALE_REVISION: { status: "CONFLICT", category: "STALE_REVISION" },
  REVISION_AHEAD: { status: "CONFLICT", category: "STALE_REVISION" },
  TASK_SUPERSEDED: { status: "CONFLICT", category: "SUPERSEDED_ASSIGNMENT" },
  TASK_CANCELED: { status: "CONFLICT", category: "SUPERSEDED_ASSIGNMENT" },
  TASK_CLOSED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  ITEM_CLOSED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  UNDO_WINDOW_CLOSED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  ALREADY_UNDONE: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  UNDO_SUPERSEDED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  OPERATION_QUARANTINED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  PAYLOAD_INVALID: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  PAYLOAD_FORBIDDEN_CONTENT: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  PAYLOAD_NOT_IJSON: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  CHECKSUM_MISMATCH: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  OPERATION_ID_REUSED: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  ACTOR_NOT_ALLOWED: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  EXPECTED_REVISION_MISSING: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  TASK_UNKNOWN: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  ITEM_UNKNOWN: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  ACTION_NOT_OFFERED: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  STRUCTURED_LOG_REQUIRED: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  INPUT_REQUIRED: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  SNOOZE_LIMIT: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  DUE_WINDOW_CLOSED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  CONFIRMATION_REQUIRED: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  NOTHING_TO_COMPLETE: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  VALUE_OUT_OF_RANGE: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  VALUE_TYPE_MISMATCH: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  VALUE_TOO_PRECISE: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  CHOICE_NOT_OFFERED: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  METRIC_NOT_IMPORTABLE: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  IMPORT_DAY_OUT_OF_RANGE: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  IMPORT_WINDOW_INVALID: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  METRIC_MISMATCH: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  VALUE_DUPLICATE_TIMESTAMP: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  FORM_UNKNOWN: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  FORM_CLOSED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  ANSWER_INVALID: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  UNDO_TARGET_UNKNOWN: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  ATTACHMENT_NOT_ALLOWED: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  DEPENDENCY_REFUSED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  LOCAL_ID_UNKNOWN: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  NOTHING_TO_RESUBMIT: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  OPERATION_SUPERSEDED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  RELATIONSHIP_ENDED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  PACKAGE_UNKNOWN: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  PACKAGE_EXPIRED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  EXERCISE_UNKNOWN: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  MODALITY_MISMATCH: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  ALTERNATIVE_NOT_APPROVED: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  SKIP_NOT_ALLOWED: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  SESSION_FOREIGN: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  SESSION_DISCARDED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  SESSION_NOT_SUBMITTED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  CORRECTION_CLOSED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  SNAPSHOT_SUPERSEDED: { status: "CONFLICT", category: "SUPERSEDED_ASSIGNMENT" },
  SESSION_ALREADY_SUBMITTED: { status: "CONFLICT", category: "SUPERSEDED_ASSIGNMENT" },
  COACH_TASK_UNKNOWN: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  STATE_CONFLICT: { status: "CONFLICT", category: "STALE_REVISION" },
  RESOLUTION_NOT_ALLOWED: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  NOTE_REQUIRED: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  SNOOZE_NOT_ALLOWED: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  SOURCE_FORBIDDEN: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  DAY_UNKNOWN: { status: "REJECTED", category: "PAYLOAD_INVALID" },
  TASK_NEVER_SHOWN: { status: "REJECTED", category: "LIFECYCLE_CLOSED" },
  SCOPE_PAUSED: { status: "SCOPE_LOCKED", category: "LIFECYCLE_CLOSED" },
  TEMPORARILY_UNPROCESSED: { status: "REFETCH_REQUIRED", category: "SERVER_REQUIRES_REFETCH" },
  DEPENDENCY_PENDING: { status: "REFETCH_REQUIRED", category: "SERVER_REQUIRES_REFETCH" },
  MEDIA_PENDING: { status: "REFETCH_REQUIRED", category: "SERVER_REQUIRES_REFETCH" },
  UPLOAD_EXPIRED: { status: "REFETCH_REQUIRED", category: "UPLOAD_EXPIRED" },
  DAY_NOT_OPEN: { status: "REFETCH_REQUIRED", category: "SERVER_REQUIRES_REFETCH" },
  TASK_WITHHELD: { status: "REFETCH_REQUIRED", category: "SERVER_REQUIRES_REFETCH" },
  OPERATION_UNKNOWN: { status: "REFETCH_REQUIRED", category: "SERVER_REQUIRES_REFETCH" },
  OPERATION_VERSION_UNSUPPORTED: {
    status: "REFETCH_REQUIRED",
    category: "SERVER_REQUIRES_REFETCH",
  },
} as const satisfies Record<
  string,
  { status: Exclude<ResultStatus, "ACCEPTED" | "ALREADY_ACCEPTED">; category: Category }
>;
export type VerdictCode = keyof typeof VERDICT_CODES;

/** Choices of a device for an operation that was not accepted. */
export const RESOLUTIONS = ["RETRY", "RESUBMIT", "REFRESH", "DISCARD"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Why something has to be fetched again. */
export const REFETCH_REASONS = [
  "CHANGED",
  "STALE",
  "CLOSED",
  "CURSOR",
  "PENDING",
  "EXPIRED",
] as const;
export type RefetchReason = (typeof REFETCH_REASONS)[number];

/** Kinds of records named by a refetch hint or a canonical id. */
export const SYNC_ENTITY_TYPES = [
  "agenda_task",
  "agenda_card",
  "focus_pin",
  "quick_log_value_entry",
  "form_assignment",
  "plan_assignment",
  "workout_package",
  "workout_session",
  "workout_conflict",
  "upload",
  "coach_task",
  "scope",
] as const;
export type SyncEntityType = (typeof SYNC_ENTITY_TYPES)[number];

/** State of the scope as sync shows it; an ended scope is 404. */
export const SCOPE_STATES = ["ONBOARDING", "ACTIVE", "PAUSED"] as const;
export type ScopeState = (typeof SCOPE_STATES)[number];

/** In which role of the relationship a user made an operation. */
export const OPERATION_PRINCIPALS = ["CLIENT", "COACH"] as const;
export type OperationPrincipal = (typeof OPERATION_PRINCIPALS)[number];

/** The possible actors of a change to a record. */
export const CHANGE_ACTORS = ["CLIENT", "COACH", "SYSTEM"] as const;

export const DEVICE_STATUSES = ["ACTIVE", "REVOKED"] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

/** Maximum number of active devices of a person on one surface (docs/rooms/sync.md#devices). */
export const MOST_ACTIVE_DEVICES = 10;

/**
 * Why a device was revoked:
 * - its owner revoked it;
 * - the same or another user registered its installation again;
 * - its session ended;
 * - the user had too many devices, and this one was seen longest ago.
 */
export const DEVICE_REVOCATIONS = [
  "REVOKED",
  "REGISTERED_AGAIN",
  "ACCOUNT_SWITCH",
  "SESSION_ENDED",
  "TOO_MANY_DEVICES",
] as const;
export type DeviceRevocation = (typeof DEVICE_REVOCATIONS)[number];

export const PLATFORMS = PHONE_PLATFORMS;
export type Platform = PhonePlatform;

/** Status of an operation in the device's own outbox (docs/rooms/sync.md#local-statuses). */
export const LOCAL_STATUSES = ["QUEUED", "SYNCING", "ACCEPTED", "REJECTED", "CONFLICTED"] as const;
export type LocalStatus = (typeof LOCAL_STATUSES)[number];

export const BATCH_STATUSES = ["ADMITTED", "SETTLED"] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** State of a deferred operation. SUPERSEDED: another one was sent instead. */
export const DEFERRAL_STATES = ["OPEN", "QUARANTINED", "SUPERSEDED", "DONE"] as const;
export type DeferralState = (typeof DEFERRAL_STATES)[number];

/** Why an operation is deferred, with the code that the device gets meanwhile. */
export const DEFERRAL_CODES = {
  FAULT: "TEMPORARILY_UNPROCESSED",
  MEDIA: "MEDIA_PENDING",
  DEPENDENCY: "DEPENDENCY_PENDING",
} as const satisfies Record<string, VerdictCode>;
export type DeferralReason = keyof typeof DEFERRAL_CODES;

/** Limits of one batch (docs/rooms/sync.md#limits). */
export const BATCH_LIMITS = {
  operations: 50,
  setsPerPayload: 500,
  /** Values of a payload: members, items, and the objects and arrays themselves. */
  payloadValues: 20_000,
  payloadBytes: 256 * 1024,
  clientOperationIdLength: 100,
  dependencies: 10,
  resubmitChain: 10,
  attachments: 10,
  bodyBytes: 4 * 1024 * 1024,
  /** Refused operations of one device within a day, in bytes. */
  refusedBytesADay: 50 * 1024 * 1024,
  freeTextLength: 10_000,
} as const;

/** Pauses between the tries of a crashing operation, in seconds: it is tried at admission and twice by the actor. */
export const RETRY_PAUSES_SECONDS = [60, 600] as const;

/** Days for which a server cursor is valid (docs/rooms/sync.md#reading). */
export const SERVER_CURSOR_DAYS = 90;

/** Chain hash before a device's first receipt. */
export const GENESIS_HASH = "0".repeat(64);

/** Days for which a receipt is kept in full; after that only a tombstone is kept (docs/rooms/sync.md#retention). */
export const FULL_RECEIPT_DAYS = 400;

/**
 * Days for which changes of a scope are kept. This is a day longer than a cursor, because a change is dated before it
 * commits and a cursor after.
 */
export const SCOPE_CHANGE_DAYS = SERVER_CURSOR_DAYS + 1;

/** Days for which an acknowledged or withdrawn purge order is kept. */
export const PURGE_ORDER_DAYS = 400;

/** Operations of a device with a wrong checksum within a day that raise an alarm. */
export const MISMATCHES_TO_ALARM = 10;

/** Slices of a scope that a device keeps once, in addition to one slice per agenda day. */
export const SCOPE_SLICES = [
  "scope",
  "receipts",
  "form-assignments",
  "assignment",
  "workout-packages",
] as const;

/**
 * Workout that an accepted session was based on (docs/rooms/workouts.md#submit).
 * - `CURRENT`: the workout in force when the session was accepted.
 * - `SUPERSEDED_SNAPSHOT`: the workout visible when the session began; it was changed since.
 * - `EXPIRED_SNAPSHOT`: the session began after its day was over; the day stays missed.
 */
export const PERFORMED_FROM = ["CURRENT", "SUPERSEDED_SNAPSHOT", "EXPIRED_SNAPSHOT"] as const;

/** Maximum number of local days in a manifest of workouts; its slice always has this many. */
export const MANIFEST_DAYS = 31;

/** Status of a workout in the log of sync. */
export const WORKOUT_LOG_STATUSES = ["IN_PROGRESS", "COMPLETED", "SKIPPED"] as const;

/** Maximum number of workout logs on a page; each has up to 500 sets. */
export const WORKOUT_LOGS_PER_PAGE = 20;

/** Prefix of the slice of a local day: `agenda/2026-01-05`. */
export const AGENDA_SLICE_PREFIX = "agenda/";

/** Limits of the slices in one read. */
export const SLICE_LIMITS = { slices: 40, textLength: 4_096 } as const;

/** Maximum number of its own receipts that a device reads in one scope, newest first. */
export const NEWEST_RECEIPTS = 50;
