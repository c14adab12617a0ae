import type { SessionContent } from "../../contract/workouts/session-content.ts";
import type { PerformedFrom, SessionStatus } from "../../contract/workouts/session-vocabulary.ts";
import type { WorkoutSnapshotContent } from "../../contract/workouts/package-schema.ts";

/** A session as rules see it: the row of `workout_session`. */
export interface WorkoutSession {
  readonly id: string;
  /** Given by the phone; unique within the relationship. */
  readonly clientSessionId: string;
  readonly lineageId: string;
  /** The task that it is of: that it began with, or that its draft went over to. */
  readonly taskId: string;
  /** The task that it completed; null for none. */
  readonly creditedTaskId: string | null;
  readonly packageId: string;
  readonly snapshotChecksum: string;
  readonly assignmentId: string;
  readonly programDay: number;
  /** `YYYY-MM-DD`. */
  readonly localDate: string;
  readonly status: SessionStatus;
  /** Newest revision of the draft that anything was told at. */
  readonly clientRevision: number;
  /** Of the draft as it was submitted or corrected last; null before. */
  readonly frozenRevision: number | null;
  readonly performedFrom: PerformedFrom | null;
  /** By corrected time; null when what its device told cannot be. */
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly acceptedAt: Date | null;
  /** Until when it may be corrected, by the server's clock. */
  readonly correctableUntil: Date | null;
  readonly reviewedAt: Date | null;
  /** When it was corrected after its review. */
  readonly changedAfterReviewAt: Date | null;
  /** It completed a task that was skipped before. */
  readonly overtookSkip: boolean;
  /** Receipt that accepted its submit. */
  readonly submittedReceiptId: string | null;
  /** Receipt of its newest change. */
  readonly changedReceiptId: string;
  readonly changedAt: Date;
  readonly content: SessionContent;
}

/** A package that was issued to the client, with what is trained. */
export interface IssuedPackage {
  readonly id: string;
  readonly taskId: string;
  readonly localDate: string;
  readonly assignmentId: string;
  readonly programDay: number;
  readonly packageChecksum: string;
  readonly snapshotChecksum: string;
  /** The same workout is asked for of the task now. */
  readonly isCurrent: boolean;
  /** Until when a session may be started from it. */
  readonly expiresAt: Date;
  /** Since when it is offered no more; null while it is. */
  readonly supersededAt: Date | null;
  /** Nothing may be submitted from it any more. */
  readonly stopUse: boolean;
  readonly snapshot: WorkoutSnapshotContent;
}

/** Who sends an operation on a session, and when it is judged. */
export interface SessionMoment {
  readonly lineageId: string;
  readonly receiptId: string;
  readonly now: Date;
  /** When the operation was made, by corrected time; null when what its device told cannot be. */
  readonly recordedAt: Date | null;
  /** How far the device's clock was ahead of ours. */
  readonly offsetMs: number;
  /** IANA name: whose days corrections end with. */
  readonly timezone: string;
}
