import type { Refused } from "../../rules/sync/decision.ts";
import type { TaskChange, TaskState } from "../../rules/quick-log/quick-log-state.ts";

/**
 * The tasks of a batch, as what was decided before left them: quick-log's operations and those of another room are on
 * the same ones, and are decided as they were sent (docs/rooms/sync.md#flow).
 */
export interface TaskBoard {
  find(taskId: string): TaskState | undefined;
  /** The refusal of an operation on a task that is withheld from its day; null of any other. */
  withheld(taskId: string): Refused | null;
  /** Keeps what an operation of another room made of a task; of one operation at most one change. */
  turn(operation: TurningOperation, change: TaskChange): void;
}

/** What a task's change is found by afterwards: it has the id of the receipt. */
export interface TurningOperation {
  readonly clientOperationId: string;
  readonly receiptId: string;
}

/** Tasks that operations of another room are on: named, and all workouts of some local days. */
export interface TasksBeside {
  readonly taskIds: readonly string[];
  readonly workoutDates: readonly string[];
}
