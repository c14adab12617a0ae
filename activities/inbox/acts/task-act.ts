import type { CoachTaskEventType, SnoozePreset } from "../../../contract/inbox/vocabulary.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import type { OpenSubmission } from "../../../db/inbox/sources/open-submissions.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { TaskChange } from "../record-changes.ts";
import type { LoadedTask, WantedAct } from "./loaded-task.ts";
import type { ReviewedVersion, SourceReview } from "./source-review.ts";

/**
 * An act of a coach on tasks: online on one or many of them in one transaction, or by an operation of the coach's
 * app. Both ways are decided here (docs/rooms/inbox.md#acts).
 */
export interface TaskAct extends WantedAct {
  readonly needs?: ActNeeds;
  /** Takes locks that precede relationships in the lock order (docs/rooms/storage.md#lock-order). */
  readonly lock?: (tx: Tx, actor: Actor) => Promise<void>;
  /**
   * Changes a task in a status that permits the act.
   *
   * @returns the event of the change; null if the task already is in the wanted state.
   * @throws Refusal before anything was changed.
   */
  decide(loaded: LoadedTask, known: KnownToActs, actor: Actor): ActEvent | null;
}

/** The coach who acts, and the workspace. */
export interface Actor {
  readonly workspaceId: string;
  readonly byUserId: string;
}

/** The event of a changed task. */
export interface ActEvent {
  readonly type: CoachTaskEventType;
  /** True if the source made the change, not the coach. */
  readonly isBySource?: true;
  readonly metadata?: TaskChange["metadata"];
  /** The review of its source, if the act is one. */
  readonly review?: SourceReview;
}

/** The inputs of an act in addition to its task; read in advance, for all acts together. */
export interface ActNeeds {
  /** The preset of a snooze. */
  readonly preset?: SnoozePreset;
  /** Another task of the same workspace. */
  readonly otherTaskId?: string;
  /** Whether the coach may open the source of the task. */
  readonly permission?: true;
  /** The version of the source that the task covers, to review it: its open submissions, if it is about forms. */
  readonly version?: true;
  /** The present state of the task's source. */
  readonly source?: true;
}

/** The data that acts decide by. */
export interface KnownToActs {
  /** The end of a preset, counted from when the coach acted; null if no check-in is planned. */
  presetUntil(loaded: LoadedTask, preset: SnoozePreset): Date | null;
  /** The present state of another task; null if the workspace has no such task. */
  findTask(taskId: string): CoachTask | null;
  /** True if the coach may open the source of a task. */
  mayOpen(task: CoachTask): boolean;
  /** The submissions that a task covers and nobody has reviewed, oldest first. */
  openSubmissions(task: CoachTask): readonly OpenSubmission[];
  /** The version of its source that a task covers. */
  versionOf(task: CoachTask): ReviewedVersion;
  /** The id of another unresolved task of the same case, or null. */
  findUnresolved(task: CoachTask): string | null;
  /** True if its source would complete a task, were the task open. */
  isCompletedBySource(task: CoachTask): boolean;
}
