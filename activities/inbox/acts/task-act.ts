import type { CoachTaskEventType, SnoozePreset } from "../../../contract/inbox/vocabulary.ts";
import type { DomainEvent } from "../../../contract/outbox/vocabulary.ts";
import type { CoachTask } from "../../../db/inbox/coach-task.ts";
import type { Tx } from "../../../db/transact.ts";
import type { TaskChange } from "../task-events.ts";
import type { TaskAtHand, WantedAct } from "./task-at-hand.ts";

/** Who acts, and in which workspace. */
export interface Actor {
  readonly workspaceId: string;
  readonly byUserId: string;
}

/** What is told of a task that was changed. */
export interface Told {
  readonly type: CoachTaskEventType;
  /** Its source did it, and not who acts. */
  readonly isBySource?: true;
  readonly metadata?: TaskChange["metadata"];
  readonly further?: readonly DomainEvent[];
}

/** What an act has to know beside its task; it is read before, for all acts together. */
export interface ActNeeds {
  /** Until when a preset puts a task off. */
  readonly preset?: SnoozePreset;
  /** Another task of the same workspace. */
  readonly otherTaskId?: string;
  /** Whether the coach may open what the task is about. */
  readonly permission?: true;
  /** What the source of the task says now. */
  readonly source?: true;
}

/** What was read for acts to be decided by. */
export interface KnownToActs {
  /** When a preset is over, counted from when it was said; null where no check-in is planned. */
  presetUntil(atHand: TaskAtHand, preset: SnoozePreset): Date | null;
  /** Another task as it is by now; null for none of the workspace. */
  findTask(taskId: string): CoachTask | null;
  /** Whether the coach may open what a task is about. */
  mayOpen(task: CoachTask): boolean;
  /** Another unresolved task of the case of a task by now, or null. */
  findUnresolved(task: CoachTask): string | null;
  /** Whether the source of a task would want nobody, were the task open. */
  needsNobody(task: CoachTask): boolean;
}

/**
 * Something a coach does to tasks: online to one or many of them in one transaction, or by an operation of the coach's
 * app. It is decided here, whichever way it came (docs/rooms/inbox.md#acts).
 */
export interface TaskAct extends WantedAct {
  readonly needs?: ActNeeds;
  /** Holds what comes before relationships in the order of locks (docs/rooms/storage.md#lock-order). */
  readonly hold?: (tx: Tx, actor: Actor) => Promise<void>;
  /**
   * Changes a task that its state lets be changed.
   *
   * @returns what is told of it; null where it is as wanted already.
   * @throws Refusal before anything was changed.
   */
  decide(atHand: TaskAtHand, known: KnownToActs, actor: Actor): Told | null;
}
