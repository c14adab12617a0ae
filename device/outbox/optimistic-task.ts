import type { AgendaTaskAnswer } from "../../contract/agenda/schema.ts";
import type { PastOperation, TaskState } from "../../rules/quick-log/types.ts";
import type { Prediction } from "./predict.ts";
import { taskStateOf } from "./task-state.ts";

/**
 * A task with all waiting operations applied, and the effects of this device's operations, which an undo needs. It is
 * stored with the last of these operations and rebuilt when its basis differs.
 */
export interface OptimisticTask {
  readonly basis: Basis;
  readonly state: TaskState;
  readonly past: readonly PastOperation[];
  /** False once the rules could not decide an operation. */
  readonly sure: boolean;
}

/** The rows that an optimistic task was built from. */
export interface Basis {
  /** Revision of the accepted task. */
  readonly revision: number;
  /** Number of operations applied to it, and the sequence of the last one; 0 if there is none. */
  readonly operations: number;
  readonly lastSequence: number;
}

/** The accepted task, with nothing applied. */
export function optimisticOf(
  task: AgendaTaskAnswer,
  past: readonly PastOperation[],
): OptimisticTask {
  const basis = { revision: task.revision, operations: 0, lastSequence: 0 };
  return { basis, state: taskStateOf(task), past, sure: true };
}

/** The task after one more operation. An expected refusal changes nothing: the server decides. */
export function withOperation(
  task: OptimisticTask,
  operation: AppliedOperation,
  prediction: Prediction,
): OptimisticTask {
  const { basis } = task;
  const next = {
    ...task,
    basis: {
      ...basis,
      operations: basis.operations + 1,
      lastSequence: operation.localSequence,
    },
  };
  if (prediction.kind === "UNSURE") return { ...next, sure: false };
  if (prediction.kind === "REFUSED") return next;
  const { change } = prediction;
  const made: PastOperation = {
    receiptId: operation.clientOperationId,
    clientOperationId: operation.clientOperationId,
    taskId: change.next.task.id,
    actionKind: prediction.actionKind,
    effects: change.effects,
    decidedAt: operation.recordedAt,
    undone: false,
    isOwn: true,
    laterStarts: [],
  };
  const others = task.past.filter(
    ({ receiptId }) => receiptId !== made.receiptId && receiptId !== change.undoes?.receiptId,
  );
  const undone = change.undoes === null ? [] : [{ ...change.undoes, undone: true }];
  return { ...next, state: change.next, past: [...others, ...undone, made] };
}

/** The operation that is applied. */
export interface AppliedOperation {
  readonly clientOperationId: string;
  readonly localSequence: number;
  readonly recordedAt: Date;
}

/** Reads a stored optimistic task: JSON holds its instants as texts. */
export function thawOptimistic(stored: OptimisticTask): OptimisticTask {
  const { state } = stored;
  return {
    ...stored,
    past: stored.past.map((one) => ({ ...one, decidedAt: new Date(one.decidedAt) })),
    state: {
      ...state,
      task: withDates(state.task, TASK_INSTANTS),
      items: state.items.map((item) => withDates(item, ITEM_INSTANTS)),
      values: state.values.map((entry) => withDates(entry, ["recordedAt"])),
    },
  };
}

const TASK_INSTANTS = ["startsAt", "dueAt", "snoozedUntil", "changedAt", "completedAt"] as const;
const ITEM_INSTANTS = ["completedAt", "skippedAt"] as const;

function withDates<Part extends object>(part: Part, names: readonly (keyof Part & string)[]): Part {
  const dates = names.map((name): [string, Date | null] => {
    const text: unknown = part[name];
    return [name, typeof text === "string" ? new Date(text) : null];
  });
  return { ...part, ...Object.fromEntries<Date | null>(dates) };
}
