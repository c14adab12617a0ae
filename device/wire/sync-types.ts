// Generated from the API by `npm run device:types`.

import type { OperationPayloads, OperationType } from "./operation-types.ts";

/** Body of the write half of sync. */
export interface SyncRequest {
  readonly deviceId: string;
  /** The cursor in the device's cache, null if it has none; omitted by a device without a cache. */
  readonly clientCursor?: string | null;
  readonly clientSentAt?: string;
  readonly outbox?: ClientOutboxHealth;
  readonly operations: readonly Operation[];
}

/** Outbox health, optional; a malformed report is dropped and never fails the request. */
export type ClientOutboxHealth = {
  readonly depth: number;
  readonly oldestRecordedAt: string | null;
  readonly rejected: number;
  readonly conflicted: number;
} | null;

/** One mutation as a device queued it: the action, its target, and when it was recorded. */
export interface Operation<Type extends OperationType = OperationType> {
  readonly operationType: Type;
  readonly payload: OperationPayloads[Type];
  readonly clientOperationId: string;
  readonly operationVersion: number;
  readonly localSequence: number;
  readonly clientRecordedAt: string;
  readonly payloadChecksum: string;
  readonly metadata?: OperationMetadata;
  /** Operations that must be accepted first; an id field of the payload may name what they made. */
  readonly dependsOn?: readonly string[];
  /** The refused operation that this one replaces; if that one still arrives, it is refused. */
  readonly resubmitOf?: string;
  /**
   * The operations that `resubmitOf` itself replaced, newest first, as far back as the device has no verdict. With
   * them, at most one operation of the chain is accepted, in whatever order they arrive.
   */
  readonly resubmitChain?: readonly string[];
  /** The revision that the person saw; absent if the type needs none. */
  readonly expectedRevision?: number;
  readonly attachments?: readonly Attachment[];
}

/** App version, zone and language in which an operation was made. */
export interface OperationMetadata {
  /** One line of at most 50 characters. A malformed value is read as absent. */
  readonly appVersion?: string;
  /** IANA time zone, such as Europe/Berlin. A malformed value is read as absent. */
  readonly timezone?: string;
  /** BCP 47 language tag, such as de-CH. A malformed value is read as absent. */
  readonly locale?: string;
  readonly diagnostics?: Readonly<Record<string, DiagnosticsValue>>;
}

/** A number, a text, or yes or no, measured by the device. */
export type DiagnosticsValue = number | boolean | string;

/** Media attached to an operation; not part of its fingerprint. */
export interface Attachment {
  readonly uploadId: string;
  readonly purpose: "PROGRESS_PHOTO" | "MEAL_PHOTO" | "FORM_CHECK" | "VOICE_NOTE" | "MESSAGE";
}

/** Answer of the write half. */
export interface SyncAnswer {
  readonly results: readonly OperationResult[];
  readonly serverCursor: string;
  readonly scopeState: Open<"ONBOARDING" | "ACTIVE" | "PAUSED">;
  readonly refetch: readonly RefetchHint[];
}

/** The verdict on one operation; the order of its keys is fixed, so a replay is the same text. */
export interface OperationResult {
  readonly clientOperationId: string;
  readonly status: Open<
    "ACCEPTED" | "ALREADY_ACCEPTED" | "REJECTED" | "CONFLICT" | "REFETCH_REQUIRED" | "SCOPE_LOCKED"
  >;
  readonly receiptId: string | null;
  readonly acceptedRevision: number | null;
  readonly canonicalIds: readonly CanonicalId[];
  readonly refetch: readonly RefetchHint[];
  readonly category?: Open<
    | "STALE_REVISION"
    | "SUPERSEDED_ASSIGNMENT"
    | "PERMISSION_REVOKED"
    | "LIFECYCLE_CLOSED"
    | "DUPLICATE_OPERATION"
    | "PAYLOAD_INVALID"
    | "UPLOAD_EXPIRED"
    | "DEVICE_REVOKED"
    | "SERVER_REQUIRES_REFETCH"
  >;
  readonly rejectionCode?: VerdictCode;
  readonly conflictCode?: VerdictCode;
  readonly messageKey?: string;
  readonly message?: string;
  readonly diagnosticsRef?: string;
  readonly latestRevision?: number | null;
  readonly allowedResolutions?: readonly Open<"RETRY" | "RESUBMIT" | "REFRESH" | "DISCARD">[];
  readonly rebaseable?: boolean;
  /** The operation that this one waits for, or because of which it was refused. */
  readonly parentClientOperationId?: string;
  readonly retryAfterSeconds?: number;
  readonly conflict?: OperationConflict;
  /** RFC 6901 pointer into the payload to the refused field; for an unknown field, to its parent. */
  readonly pointer?: string;
  /**
   * Present with `VALUE_OUT_OF_RANGE`, and with `STALE_REVISION` if the newest revision would refuse the value for
   * its range.
   */
  readonly bounds?: ValueBounds;
  /** After a restore from a backup: the revision used for the decision, instead of the one named. */
  readonly judgedOnRevision?: number;
}

/** One of the known values, or one that a later version of the service adds. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/** Server id of a record that the device had named itself. */
export interface CanonicalId {
  readonly localId: string;
  readonly canonicalId: string;
  readonly entityType: Open<
    | "agenda_task"
    | "agenda_card"
    | "focus_pin"
    | "quick_log_value_entry"
    | "form_assignment"
    | "plan_assignment"
    | "workout_package"
    | "workout_session"
    | "workout_conflict"
    | "upload"
    | "coach_task"
    | "scope"
  >;
}

/** Data to fetch again, and where. */
export interface RefetchHint {
  readonly entityType: Open<
    | "agenda_task"
    | "agenda_card"
    | "focus_pin"
    | "quick_log_value_entry"
    | "form_assignment"
    | "plan_assignment"
    | "workout_package"
    | "workout_session"
    | "workout_conflict"
    | "upload"
    | "coach_task"
    | "scope"
  >;
  readonly entityId: string;
  readonly path: string;
  readonly reason: Open<"CHANGED" | "STALE" | "CLOSED" | "CURSOR" | "PENDING" | "EXPIRED">;
}

/**
 * Why an operation was not accepted. An app that does not know a code follows its category; `allowedResolutions`
 * of the result lists the choices for this particular operation.
 */
export type VerdictCode = Open<
  | "STALE_REVISION"
  | "REVISION_AHEAD"
  | "TASK_SUPERSEDED"
  | "TASK_CANCELED"
  | "TASK_CLOSED"
  | "ITEM_CLOSED"
  | "UNDO_WINDOW_CLOSED"
  | "ALREADY_UNDONE"
  | "UNDO_SUPERSEDED"
  | "OPERATION_QUARANTINED"
  | "PAYLOAD_INVALID"
  | "PAYLOAD_FORBIDDEN_CONTENT"
  | "PAYLOAD_NOT_IJSON"
  | "CHECKSUM_MISMATCH"
  | "OPERATION_ID_REUSED"
  | "ACTOR_NOT_ALLOWED"
  | "EXPECTED_REVISION_MISSING"
  | "TASK_UNKNOWN"
  | "ITEM_UNKNOWN"
  | "ACTION_NOT_OFFERED"
  | "STRUCTURED_LOG_REQUIRED"
  | "INPUT_REQUIRED"
  | "SNOOZE_LIMIT"
  | "DUE_WINDOW_CLOSED"
  | "CONFIRMATION_REQUIRED"
  | "NOTHING_TO_COMPLETE"
  | "VALUE_OUT_OF_RANGE"
  | "VALUE_TYPE_MISMATCH"
  | "VALUE_TOO_PRECISE"
  | "CHOICE_NOT_OFFERED"
  | "METRIC_NOT_IMPORTABLE"
  | "IMPORT_DAY_OUT_OF_RANGE"
  | "IMPORT_WINDOW_INVALID"
  | "METRIC_MISMATCH"
  | "VALUE_DUPLICATE_TIMESTAMP"
  | "FORM_UNKNOWN"
  | "FORM_CLOSED"
  | "ANSWER_INVALID"
  | "UNDO_TARGET_UNKNOWN"
  | "ATTACHMENT_NOT_ALLOWED"
  | "DEPENDENCY_REFUSED"
  | "LOCAL_ID_UNKNOWN"
  | "NOTHING_TO_RESUBMIT"
  | "OPERATION_SUPERSEDED"
  | "RELATIONSHIP_ENDED"
  | "PACKAGE_UNKNOWN"
  | "PACKAGE_EXPIRED"
  | "EXERCISE_UNKNOWN"
  | "MODALITY_MISMATCH"
  | "ALTERNATIVE_NOT_APPROVED"
  | "SKIP_NOT_ALLOWED"
  | "SESSION_FOREIGN"
  | "SESSION_DISCARDED"
  | "SESSION_NOT_SUBMITTED"
  | "CORRECTION_CLOSED"
  | "SNAPSHOT_SUPERSEDED"
  | "SESSION_ALREADY_SUBMITTED"
  | "COACH_TASK_UNKNOWN"
  | "STATE_CONFLICT"
  | "RESOLUTION_NOT_ALLOWED"
  | "NOTE_REQUIRED"
  | "SNOOZE_NOT_ALLOWED"
  | "SOURCE_FORBIDDEN"
  | "DAY_UNKNOWN"
  | "TASK_NEVER_SHOWN"
  | "SCOPE_PAUSED"
  | "TEMPORARILY_UNPROCESSED"
  | "DEPENDENCY_PENDING"
  | "MEDIA_PENDING"
  | "UPLOAD_EXPIRED"
  | "DAY_NOT_OPEN"
  | "TASK_WITHHELD"
  | "OPERATION_UNKNOWN"
  | "OPERATION_VERSION_UNSUPPORTED"
>;

/** The change that made an operation stale. */
export interface OperationConflict {
  readonly changedFields: readonly string[];
  readonly sinceRevision: number;
  readonly changedBy: Open<"CLIENT" | "COACH" | "SYSTEM">;
  readonly changedAt: string;
  readonly writeSetsTouch: boolean;
  readonly rebaseRevision: number | null;
  /**
   * The task that replaced the named one, if it offers the same action: with its item, if one was named, and its
   * revision.
   */
  readonly supersededBy?: {
    readonly taskId: string;
    readonly itemId: string | null;
    readonly revision: number;
  };
}

/** The present range of the refused number. */
export interface ValueBounds {
  readonly min: number;
  readonly max: number;
  readonly unit: string | null;
  /** Whether somebody else changed the task since the revision that the operation names. */
  readonly changed: boolean;
}

/**
 * Answer of the read half: the state of a scope, the program followed in it, workout logs, changes and this
 * device's newest receipts.
 */
export interface SyncSnapshot {
  /**
   * The program that the client follows, null if there is none; with `since`, omitted unless it changed after that
   * cursor.
   */
  readonly assignment?: ActiveProgram | null;
  /** Newest day first; with `since`, those that changed after that cursor. `nextCursor` continues them. */
  readonly workoutLogs: readonly WorkoutLog[];
  readonly receipts: readonly OperationReceipt[];
  readonly changes: readonly RefetchHint[];
  /** With a full read all slices, otherwise the requested ones that differ, by name. */
  readonly slices: readonly SliceState[];
  readonly scopeState: Open<"ONBOARDING" | "ACTIVE" | "PAUSED">;
  readonly nextCursor: string | null;
  readonly serverCursor: string;
}

/**
 * The whole program that a client follows at present: its weeks, days, exercises and sets at the revision in
 * force, and their dates. Dates before a change of revision followed the revision in force then. `updatedAt`
 * changes with every state of it.
 */
export interface ActiveProgram {
  readonly assignmentId: string;
  readonly planId: string;
  /** The plan's revision that `program` shows. */
  readonly planRevision: number;
  readonly followsNewer: boolean;
  readonly status: "ACTIVE";
  readonly startDate: string;
  readonly endDate: string | null;
  readonly program: {
    readonly kind: "PROGRAM";
    readonly title: string;
    readonly instructions: string | null;
    readonly priority: number;
    readonly startTime: string | null;
    /** After `startTime`; `00:00` is the end of the day. */
    readonly dueTime: string | null;
    readonly timeCritical: boolean;
    readonly weeks: readonly {
      readonly days: readonly ProgramDay[];
    }[];
    readonly skipPolicy: Open<"ALLOWED" | "WITH_REASON" | "NOT_ALLOWED">;
    readonly reviewWanted: boolean;
    readonly packagePolicy: PackagePolicy;
  };
  /**
   * The training dates in order, each with the number of its day in the program. Days are counted from 0: seven
   * per week, plus the day within the week.
   */
  readonly days: readonly {
    readonly localDate: string;
    readonly programDay: number;
  }[];
  readonly updatedAt: string;
}

/** The training of one day in a program's week. */
export interface ProgramDay {
  readonly dayNumber: number;
  readonly title: string;
  readonly notes: string | null;
  readonly exercises: readonly ProgramExercise[];
}

/** An exercise of a program's day. */
export interface ProgramExercise {
  readonly exerciseKey: string;
  /** The library's exercise; null for one that only has a name. */
  readonly exerciseId: string | null;
  readonly name: string;
  readonly sets: readonly PrescribedSet[];
  readonly restSeconds: number | null;
  readonly notes: string | null;
  readonly alternatives: readonly ProgramAlternative[];
  readonly skipPolicy: Open<"ALLOWED" | "WITH_REASON" | "NOT_ALLOWED">;
  /** Measures in which each set is recorded. */
  readonly modality: Open<"WEIGHT_REPS" | "REPS" | "SECONDS" | "METRES_SECONDS">;
  /** Whether each set is recorded with its exertion. */
  readonly asksRpe: boolean;
  /** Whether each set is recorded with the repetitions in reserve. */
  readonly asksRir: boolean;
}

/** One set as the coach prescribed it. */
export interface PrescribedSet {
  readonly repetitions: number | null;
  readonly repetitionsMost: number | null;
  readonly seconds: number | null;
  readonly grams: number | null;
  /** e.g. `RPE 8`, `70 %` */
  readonly load: string | null;
}

/** An exercise that may replace another one. */
export interface ProgramAlternative {
  /** Key of the choice; the default is `alt-1` for the first alternative, and so on. */
  readonly alternativeKey: string;
  /** The library's exercise; null for one that only has a name. */
  readonly exerciseId: string | null;
  readonly name: string;
}

/** Whether a workout may be started offline, and whether its package has to be fetched again first. */
export interface PackagePolicy {
  readonly canStartOffline: boolean;
  /** Whether an online phone has to fetch the package again before the start. */
  readonly requiresRefreshBeforeStart: boolean;
}

/** A workout in the read half of sync. */
export interface WorkoutLog {
  readonly assignmentId: string;
  /** Number of the day in the program, from 0. */
  readonly programDay: number;
  readonly localDate: string;
  readonly taskId: string;
  readonly status: Open<"IN_PROGRESS" | "COMPLETED" | "SKIPPED">;
  /** The accepted session, otherwise the one with the newest operation; null if there is none. */
  readonly sessionId: string | null;
  /** The phone's name for it. */
  readonly clientSessionId: string | null;
  /** What an accepted session was based on. */
  readonly performedFrom: Open<"CURRENT" | "SUPERSEDED_SNAPSHOT" | "EXPIRED_SNAPSHOT"> | null;
  readonly acceptedAt: string | null;
  readonly correctableUntil: string | null;
  readonly reviewedAt: string | null;
  readonly sets: readonly LoggedSet[];
}

/** One set of a session. */
export interface LoggedSet {
  readonly setKey: string;
  readonly exerciseKey: string;
  readonly values: SetValues;
  readonly completed: boolean;
  readonly source: Open<"EXPLICIT_TAP" | "BULK_ACTION">;
}

/** Values of a set as performed. */
export interface SetValues {
  readonly weight?: {
    /** At most 1,000 kg or 2,200 lb, with three decimals. */
    readonly value: number;
    readonly unit: Open<"kg" | "lb">;
  };
  /** Repetitions. */
  readonly reps?: number;
  /** Seconds of work. */
  readonly seconds?: number;
  /** Metres covered. */
  readonly metres?: number;
  /** Exertion, from 1 to 10 in steps of 0.5. */
  readonly rpe?: number;
  /** Repetitions in reserve, from 0 to 10. */
  readonly rir?: number;
}

/** A stored receipt as a device reads it. */
export interface OperationReceipt {
  readonly clientOperationId: string;
  readonly status: Open<
    "ACCEPTED" | "ALREADY_ACCEPTED" | "REJECTED" | "CONFLICT" | "REFETCH_REQUIRED" | "SCOPE_LOCKED"
  >;
  readonly receiptId: string | null;
  readonly acceptedRevision: number | null;
  readonly canonicalIds: readonly CanonicalId[];
  readonly refetch: readonly RefetchHint[];
  readonly category?: Open<
    | "STALE_REVISION"
    | "SUPERSEDED_ASSIGNMENT"
    | "PERMISSION_REVOKED"
    | "LIFECYCLE_CLOSED"
    | "DUPLICATE_OPERATION"
    | "PAYLOAD_INVALID"
    | "UPLOAD_EXPIRED"
    | "DEVICE_REVOKED"
    | "SERVER_REQUIRES_REFETCH"
  >;
  readonly rejectionCode?: VerdictCode;
  readonly conflictCode?: VerdictCode;
  readonly messageKey?: string;
  readonly message?: string;
  readonly diagnosticsRef?: string;
  readonly latestRevision?: number | null;
  readonly allowedResolutions?: readonly Open<"RETRY" | "RESUBMIT" | "REFRESH" | "DISCARD">[];
  readonly rebaseable?: boolean;
  /** The operation that this one waits for, or because of which it was refused. */
  readonly parentClientOperationId?: string;
  readonly retryAfterSeconds?: number;
  readonly conflict?: OperationConflict;
  /** RFC 6901 pointer into the payload to the refused field; for an unknown field, to its parent. */
  readonly pointer?: string;
  /**
   * Present with `VALUE_OUT_OF_RANGE`, and with `STALE_REVISION` if the newest revision would refuse the value for
   * its range.
   */
  readonly bounds?: ValueBounds;
  /** After a restore from a backup: the revision used for the decision, instead of the one named. */
  readonly judgedOnRevision?: number;
  /** The device that first sent the operation. */
  readonly deviceId: string;
  readonly operationType: string;
  readonly operationVersion: number;
  readonly canonicalRecordId: string | null;
  readonly acceptedAt: string | null;
  readonly createdAt: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** A slice as it is on the server, and where to read it. */
export interface SliceState {
  readonly slice: string;
  readonly digest: string;
  readonly path: string;
}

/** A page of a device's receipts, newest first, with the head of their chain. */
export interface ReceiptPage {
  readonly items: readonly ChainedReceipt[];
  /** Cursor of the next page; null at the end. */
  readonly nextCursor: string | null;
  readonly chain: ReceiptChain;
}

/** A stored receipt with everything that its hash covers. */
export interface ChainedReceipt {
  readonly clientOperationId: string;
  readonly status: Open<
    "ACCEPTED" | "ALREADY_ACCEPTED" | "REJECTED" | "CONFLICT" | "REFETCH_REQUIRED" | "SCOPE_LOCKED"
  >;
  readonly receiptId: string | null;
  readonly acceptedRevision: number | null;
  readonly canonicalIds: readonly CanonicalId[];
  readonly refetch: readonly RefetchHint[];
  readonly category?: Open<
    | "STALE_REVISION"
    | "SUPERSEDED_ASSIGNMENT"
    | "PERMISSION_REVOKED"
    | "LIFECYCLE_CLOSED"
    | "DUPLICATE_OPERATION"
    | "PAYLOAD_INVALID"
    | "UPLOAD_EXPIRED"
    | "DEVICE_REVOKED"
    | "SERVER_REQUIRES_REFETCH"
  >;
  readonly rejectionCode?: string;
  readonly conflictCode?: string;
  readonly messageKey?: string;
  readonly message?: string;
  readonly diagnosticsRef?: string;
  readonly latestRevision?: number | null;
  readonly allowedResolutions?: readonly Open<"RETRY" | "RESUBMIT" | "REFRESH" | "DISCARD">[];
  readonly rebaseable?: boolean;
  /** The operation that this one waits for, or because of which it was refused. */
  readonly parentClientOperationId?: string;
  readonly retryAfterSeconds?: number;
  readonly conflict?: OperationConflict;
  /** RFC 6901 pointer into the payload to the refused field; for an unknown field, to its parent. */
  readonly pointer?: string;
  /**
   * Present with `VALUE_OUT_OF_RANGE`, and with `STALE_REVISION` if the newest revision would refuse the value for
   * its range.
   */
  readonly bounds?: ValueBounds;
  /** After a restore from a backup: the revision used for the decision, instead of the one named. */
  readonly judgedOnRevision?: number;
  /** The device that first sent the operation. */
  readonly deviceId: string;
  readonly operationType: string;
  readonly operationVersion: number;
  readonly canonicalRecordId: string | null;
  readonly acceptedAt: string | null;
  readonly createdAt: string;
  readonly previousHash: string;
  readonly hash: string;
  readonly chainSeq: number;
  readonly expectedRevision: number | null;
  readonly payloadChecksum: string;
}

/** Head of a device's receipt chain: number and hash of the newest receipt, and the state of the pruning. */
export interface ReceiptChain {
  /** The device whose chain it is. */
  readonly deviceId: string;
  readonly seq: number;
  readonly hash: string;
  readonly pruned: PrunedReceipts | null;
}

/** Pruning of a device's receipts, up to `seq`. */
export interface PrunedReceipts {
  readonly seq: number;
  /** Hash of the receipt at `seq`. */
  readonly hash: string;
  /** SHA-256 over a line `<number> <hash>` for each full receipt up to `seq`, oldest first. */
  readonly keptDigest: string;
}

/** Why a request was refused, or that it failed (RFC 9457); apps decide by `code`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** Safe to show. */
  readonly detail: string;
  readonly code: Open<
    | "VALIDATION_FAILED"
    | "CURSOR_INVALID"
    | "NOTE_REQUIRED"
    | "REASON_REQUIRED"
    | "RESOLUTION_NOT_ALLOWED"
    | "UNAUTHENTICATED"
    | "FORBIDDEN"
    | "REGISTRATION_REQUIRED"
    | "APP_ROLE_MISMATCH"
    | "USER_SUSPENDED"
    | "USER_PENDING_DELETION"
    | "USER_DELETED"
    | "COACH_IDENTITY_NOT_VERIFIED"
    | "DEVICE_REVOKED"
    | "WORKSPACE_SUSPENDED"
    | "WORKSPACE_ARCHIVED"
    | "INVITATION_CONTACT_MISMATCH"
    | "RELATIONSHIP_INACTIVE"
    | "PROVIDER_NOT_ALLOWED"
    | "CONTACT_NOT_VERIFIED"
    | "NOT_FOUND"
    | "METHOD_NOT_ALLOWED"
    | "CLIENT_ALREADY_HAS_ACTIVE_COACH"
    | "ALREADY_CLIENT"
    | "INVITATION_EXPIRED"
    | "INVITATION_REPLACED"
    | "INVITATION_REVOKED"
    | "INVITATION_CONSUMED"
    | "VALIDATION_EXPIRED"
    | "IDENTITY_NOT_LINKED"
    | "IDENTITY_IN_USE"
    | "LAST_IDENTITY"
    | "SUBMISSION_MISMATCH"
    | "ASSIGNMENT_BLOCKED"
    | "TASK_CLOSED"
    | "SNOOZE_NOT_ALLOWED"
    | "STATE_CONFLICT"
    | "SOURCE_EVENT_REUSED"
    | "PROGRAM_RUNNING"
    | "ASSIGNMENT_LIMIT_REACHED"
    | "ANSWER_ERASED"
    | "PLAN_LIMIT_REACHED"
    | "FORM_LIMIT_REACHED"
    | "EXERCISE_LIMIT_REACHED"
    | "AUTH_PROVIDER_ADAPTER_MISSING"
    | "MEDIA_SESSION_UNDER_WAY"
    | "MEDIA_REFETCH_SPENT"
    | "PUSH_TOKEN_LIMIT_REACHED"
    | "CURSOR_EXPIRED"
    | "IMAGE_WITHDRAWN"
    | "UPLOAD_EXPIRED"
    | "TUS_VERSION_UNSUPPORTED"
    | "PAYLOAD_TOO_LARGE"
    | "UNSUPPORTED_MEDIA_TYPE"
    | "RANGE_NOT_SATISFIABLE"
    | "UPLOAD_REJECTED"
    | "IDEMPOTENCY_KEY_REUSED"
    | "RATE_LIMITED"
    | "INTERNAL"
    | "UNAVAILABLE"
  >;
  /** Key of the app's own translation. */
  readonly messageKey: string;
  readonly requestId: string;
  readonly errors?: readonly FieldError[];
  /** The conflicting record, if the code has one. */
  readonly conflictingId?: string;
  /** Remaining choices of a conflict; empty if there are none. */
  readonly allowedResolutions?: readonly Open<"REFRESH" | "RESUBMIT" | "DISCARD">[];
  /** The permission that a support person lacks; nobody else reads it. */
  readonly permission?: string;
  readonly retryAfterSeconds?: number;
  /** The app's next screen, if the code has one. */
  readonly nextRoute?: Open<
    | "LIGHTWEIGHT_WELCOME"
    | "ONBOARDING_QUESTIONNAIRE"
    | "BASELINE"
    | "TODAY"
    | "INVITE_REQUIRED"
    | "SIGN_IN_OTHER_WAY"
  >;
  /** Aliases of the sign-ins of the account that has the verified contact. */
  readonly signInWith?: readonly string[];
  /** Until when the deletion of the account can be cancelled. */
  readonly deletionAt?: string;
  /** The device's next step; it keeps all its data. */
  readonly next?: Open<"REGISTER">;
}

/**
 * One malformed place, or for other codes the expected value or the obstacle. Pointers into the body have no
 * prefix, others begin with their part.
 */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** Part of every answer: the id to quote to support, and the server's time. */
export interface Meta {
  readonly requestId: string;
  readonly serverTime: string;
}
