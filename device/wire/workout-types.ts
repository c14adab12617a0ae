// Generated from the API by `npm run device:types`.

import type { Open, OperationReceipt, ProgramDay } from "./sync-types.ts";

/**
 * Workouts that may be trained offline on some local days. `packages` is omitted if `unchanged`: the checksum
 * that was sent is still theirs.
 */
export interface OfflineManifest {
  readonly relationshipId: string;
  /** The relationship's zone, in which days are counted. */
  readonly timezone: string;
  /** Whether the device's zone has another local time at present. */
  readonly timezoneDiffers: boolean;
  /** The slice digest of ids and checksums of the packages of these days. */
  readonly manifestChecksum: string;
  readonly unchanged: boolean;
  readonly packages?: readonly OfflinePackageMetadata[];
  readonly taskIds: readonly string[];
  readonly sourceRevisions: readonly WorkoutSource[];
  /** Packages of these days that are no longer offered. */
  readonly stalePackageIds: readonly string[];
  readonly limits: {
    readonly unsyncedDrafts: number;
    readonly draftsPerTask: number;
  };
  /** To be sent as `cursor` of the delta next time; sync accepts it too. */
  readonly nextCursor: string;
}

/** A package in a list. */
export interface OfflinePackageMetadata {
  readonly packageId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly timezone: string;
  /** Checksum of `workoutSnapshot`; it decides whether a draft is current. */
  readonly snapshotChecksum: string;
  /** Checksum of everything else in the package except `packageId`. */
  readonly packageChecksum: string;
  readonly sourceRevision: number;
  readonly cachePolicy: WorkoutCachePolicy;
}

/** For how long and how a package may be used. */
export interface WorkoutCachePolicy {
  /** Until when a session may be started; submitting has no end. */
  readonly expiresAt: string;
  readonly canStartOffline: boolean;
  readonly requiresRefreshBeforeStart: boolean;
}

/** A source of packages, with its revision. */
export interface WorkoutSource {
  readonly assignmentId: string;
  readonly revision: number;
}

/** The package of a workout; omitted if `unchanged`: the checksum that was sent is still its checksum. */
export interface OfflinePackageAnswer {
  readonly packageChecksum: string;
  readonly unchanged: boolean;
  readonly package?: OfflinePackage;
}

/** A workout to be trained offline. Exercises have picture ids; there are no videos and no signed URLs in it. */
export interface OfflinePackage {
  readonly packageId: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly timezone: string;
  /** Checksum of `workoutSnapshot`; it decides whether a draft is current. */
  readonly snapshotChecksum: string;
  /** Checksum of everything else in the package except `packageId`. */
  readonly packageChecksum: string;
  readonly sourceRevision: number;
  readonly cachePolicy: WorkoutCachePolicy;
  readonly relationshipId: string;
  readonly workoutTask: PackedTask;
  readonly workoutSnapshot: WorkoutSnapshot;
  readonly inputSchema: readonly ExerciseInputs[];
  readonly approvedAlternatives: readonly ApprovedAlternative[];
  readonly previousSessionHints: readonly PreviousSessionHint[];
  /** Pictures of the exercises that have one and may show it; omitted if there are none. */
  readonly thumbnails?: readonly PackageThumbnail[];
}

/** The fields of a task that no action changes; the task of a future day will have the same id. */
export interface PackedTask {
  readonly title: string;
  readonly instructions: string | null;
  readonly planId: string;
  readonly source: {
    readonly context: Open<
      "NUTRITION" | "DAILY_EXECUTION" | "FORMS" | "PROGRAMS" | "PROGRESS" | "COMMUNICATION"
    >;
    readonly type: Open<"PLAN_ASSIGNMENT" | "FORM_ASSIGNMENT">;
    readonly id: string;
  };
  /** Number of the day in the program, from 0. */
  readonly programDay: number;
  readonly priority: number;
  readonly timeCritical: boolean;
  readonly startsAt: string | null;
  readonly dueAt: string | null;
}

/** The workout of an assigned day. */
export interface WorkoutSnapshot {
  readonly skipPolicy: Open<"ALLOWED" | "WITH_REASON" | "NOT_ALLOWED">;
  readonly day: ProgramDay;
}

/** Values recorded for each set of an exercise. */
export interface ExerciseInputs {
  readonly exerciseKey: string;
  readonly modality: Open<"WEIGHT_REPS" | "REPS" | "SECONDS" | "METRES_SECONDS">;
  readonly inputs: readonly SetInput[];
}

/** A number recorded for a set, in the first unit. */
export interface SetInput {
  readonly key: Open<"weight" | "reps" | "seconds" | "metres" | "rpe" | "rir">;
  /** Units of a load, as typed. */
  readonly units?: readonly Open<"kg" | "lb">[];
  readonly min: number;
  readonly max: number;
  /** A value is a multiple of this number. */
  readonly step: number;
  readonly required: boolean;
}

/** An exercise that may replace another one. */
export interface ApprovedAlternative {
  readonly exerciseKey: string;
  readonly alternativeKey: string;
  readonly exerciseId: string | null;
  readonly name: string;
}

/** Results of an exercise when it was last done. */
export interface PreviousSessionHint {
  readonly exerciseKey: string;
  readonly localDate: string;
  readonly heaviestGrams: number | null;
  readonly mostRepetitions: number | null;
  readonly estimatedMaximumGrams: number | null;
}

/** The picture of an exercise. */
export interface PackageThumbnail {
  readonly exerciseId: string;
  /** Id of the picture, which is read separately, in the required width. */
  readonly assetId: string;
  /** Text that has to be shown with the picture. */
  readonly attribution: string;
}

/** Changes of a client's packages since a cursor, in their present state. */
export interface OfflineDelta {
  readonly relationshipId: string;
  /** Packages that are offered and new, or offered again, since the cursor; each can be fetched. */
  readonly changedPackages: readonly OfflinePackageMetadata[];
  /** Tasks for which nothing is offered any more. */
  readonly invalidatedTaskIds: readonly string[];
  /** Sources from which nothing is offered any more. */
  readonly supersededSources: readonly WorkoutSource[];
  /** No longer offered. */
  readonly deletedPackageIds: readonly string[];
  /** To be sent as `cursor` of the delta next time; sync accepts it too. */
  readonly nextCursor: string;
}

/** A draft that the server could not accept, with an explanation. */
export interface WorkoutConflict {
  readonly conflictId: string;
  readonly kind: Open<
    "SNAPSHOT_SUPERSEDED" | "STALE_REVISION" | "TASK_CANCELED" | "SESSION_ALREADY_SUBMITTED"
  >;
  readonly status: Open<"OPEN" | "RESOLVED">;
  /** Empty once the conflict is resolved. */
  readonly options: readonly Open<"REFRESH" | "RESUBMIT" | "DISCARD">[];
  readonly resolution: Open<"REFRESH" | "RESUBMIT" | "DISCARD" | "EXPIRED" | "WIPED"> | null;
  /** The draft, as its phone knows it. */
  readonly localReference: {
    readonly clientSessionId: string;
    /** The operation that was refused last. */
    readonly clientOperationId: string;
    readonly deviceId: string;
    readonly frozenRevision: number;
    readonly taskId: string;
    readonly packageId: string;
    readonly localDate: string;
  };
  /** What the draft conflicts with. */
  readonly serverReference: {
    /** The accepted session. */
    readonly sessionId: string | null;
    /** The package that is offered now, of the task or of its replacement. */
    readonly packageId: string | null;
    /** The task of that package. */
    readonly taskId: string | null;
    /** Revision of that task; null before it is made. */
    readonly revision: number | null;
  };
  readonly latestReceiptId: string;
  readonly openedAt: string;
  readonly latestAt: string;
  /** When the draft is deleted if nobody chooses. */
  readonly expiresAt: string;
  readonly resolvedAt: string | null;
  /** Null once the draft is deleted. */
  readonly explanation: WorkoutConflictExplanation | null;
}

/** How a refused draft differs from the server's version, computed when it is read. */
export interface WorkoutConflictExplanation {
  readonly comparedWith: Open<"COUNTED_SESSION" | "OFFERED_WORKOUT" | "NOTHING">;
  readonly exercises: readonly {
    readonly exerciseKey: string;
    readonly difference: Open<"ONLY_IN_DRAFT" | "ONLY_ON_SERVER" | "CHANGED">;
  }[];
  readonly sets: readonly {
    readonly setKey: string;
    readonly exerciseKey: string | null;
    readonly difference: Open<"ONLY_IN_DRAFT" | "ONLY_ON_SERVER" | "CHANGED">;
  }[];
  /** Prescriptions that changed, of exercises in both versions. */
  readonly targets: readonly {
    readonly exerciseKey: string;
    readonly parts: readonly Open<
      | "sets"
      | "restSeconds"
      | "notes"
      | "alternatives"
      | "skipPolicy"
      | "modality"
      | "asksRpe"
      | "asksRir"
    >[];
  }[];
}

/** Choice about a refused draft. */
export interface ResolveWorkoutConflict {
  readonly deviceId: string;
  readonly resolution: "REFRESH" | "RESUBMIT" | "DISCARD";
  readonly draft: {
    readonly clientSessionId: string;
    /** Revision of the kept draft. */
    readonly frozenRevision: number;
  };
  /**
   * For RESUBMIT the accepted operations, one of which replaces the refused one; for DISCARD the id of the
   * discarding operation; ignored for REFRESH.
   */
  readonly operationIds?: readonly string[];
}

/** Result of a conflict. */
export interface ResolvedWorkoutConflict {
  readonly conflict: WorkoutConflict;
  /** Receipts of the operations that resolved it, as far as kept. */
  readonly receipts: readonly OperationReceipt[];
  /** Packages that are offered now for the task or its replacement; to be fetched unless the phone has them. */
  readonly packages: readonly {
    readonly taskId: string;
    readonly packageId: string;
    readonly packageChecksum: string;
    readonly snapshotChecksum: string;
  }[];
  /** Session of the draft, or the one accepted instead of it; null if it was never made. */
  readonly task: {
    readonly taskId: string;
    readonly status: Open<
      "PENDING" | "IN_PROGRESS" | "COMPLETED" | "SKIPPED" | "MISSED" | "CANCELED" | "SUPERSEDED"
    >;
    readonly revision: number;
  } | null;
  /** Status of that session; null if no operation of the draft was ever accepted. */
  readonly session: {
    readonly sessionId: string;
    readonly status: Open<"IN_PROGRESS" | "SUBMITTED" | "DISCARDED" | "ABANDONED">;
    readonly frozenRevision: number | null;
    readonly performedFrom: Open<"CURRENT" | "SUPERSEDED_SNAPSHOT" | "EXPIRED_SNAPSHOT"> | null;
    readonly correctableUntil: string | null;
  } | null;
}
