import type { Refused } from "../../rules/sync/decision.ts";
import type { TaskChange, TaskState } from "../../rules/quick-log/types.ts";

/**
 * The tasks of a batch after the operations decided so far. Operations of quick-log and of another room act on the
 * same tasks and are decided in the order sent (docs/rooms/sync.md#flow).
 */
export interface TaskBoard {
  find(taskId: string): TaskState | undefined;
  /** The refusal of an operation on a task that is withheld from its day; otherwise null. */
  withheld(taskId: string): Refused | null;
  /** Applies a change by an operation of another room; at most one change per operation. */
  turn(operation: TurningOperation, change: TaskChange): void;
}

/** Identifies a task's change afterwards, by the id of the receipt. */
export interface TurningOperation {
  readonly clientOperationId: string;
  readonly receiptId: string;
}

/** Tasks that operations of another room act on: named ones, and all workouts of some local days. */
export interface OtherTasks {
  readonly taskIds: readonly string[];
  readonly workoutDates: readonly string[];
}
