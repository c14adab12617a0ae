import type { SessionContent } from "../../contract/workouts/session-content.ts";
import type { PerformedFrom, SessionStatus } from "../../contract/workouts/session-vocabulary.ts";
import type { WorkoutSnapshotContent } from "../../contract/workouts/package-schema.ts";

/** A session as the rules see it: a row of `workout_session`. */
export interface WorkoutSession {
  readonly id: string;
  /** Assigned by the phone; unique within the relationship. */
  readonly clientSessionId: string;
  readonly lineageId: string;
  /** Its task: the one it began with, or the one its draft moved to. */
  readonly taskId: string;
  /** The task that it completed; null if none. */
  readonly creditedTaskId: string | null;
  readonly packageId: string;
  readonly snapshotChecksum: string;
  readonly assignmentId: string;
  readonly programDay: number;
  /** `YYYY-MM-DD`. */
  readonly localDate: string;
  readonly status: SessionStatus;
  /** Newest revision of the draft with data. */
  readonly clientRevision: number;
  /** Revision of the draft at its last submit or correction; null before. */
  readonly frozenRevision: number | null;
  readonly performedFrom: PerformedFrom | null;
  /** By corrected clock; null if the device's time is impossible. */
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly acceptedAt: Date | null;
  /** End of the correction window, by the server's clock. */
  readonly correctableUntil: Date | null;
  readonly reviewedAt: Date | null;
  /** When it was corrected after its review. */
  readonly changedAfterReviewAt: Date | null;
  /** It completed a previously skipped task. */
  readonly overtookSkip: boolean;
  /** Receipt of its accepted submit. */
  readonly submittedReceiptId: string | null;
  /** Receipt of its newest change. */
  readonly changedReceiptId: string;
  readonly changedAt: Date;
  readonly content: SessionContent;
}

/** A package issued to the client, with its workout. */
export interface IssuedPackage {
  readonly id: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly assignmentId: string;
  readonly programDay: number;
  readonly packageChecksum: string;
  readonly snapshotChecksum: string;
  /** The task still has the same workout. */
  readonly isCurrent: boolean;
  /** Until when a session may be started from it. */
  readonly expiresAt: Date;
  /** Since when it is no longer offered; null while it is. */
  readonly supersededAt: Date | null;
  /** It can no longer be submitted. */
  readonly stopUse: boolean;
  readonly snapshot: WorkoutSnapshotContent;
}

/** The sender of an operation on a session, and the time of judgement. */
export interface SessionMoment {
  readonly lineageId: string;
  readonly receiptId: string;
  readonly now: Date;
  /** When the operation was made, by corrected clock; null if the device's time is impossible. */
  readonly recordedAt: Date | null;
  /** How far the device's clock was ahead of ours. */
  readonly offsetMs: number;
  /** IANA name of the zone whose days limit corrections. */
  readonly timezone: string;
}
