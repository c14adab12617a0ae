import { QUICK_LOG_ACTIONS, type QuickLogActionKind } from "../../contract/agenda/task-actions.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { Action, OperationState } from "../../device/outbox/types.ts";
import type { Recorded } from "./fields.ts";
import type { CardTask } from "./read-task.ts";

/** Completes a task without items. */
export function completeTask(task: CardTask): Action {
  return actionOn(task, "COMPLETE_TASK", {});
}

/** Ticks one item, with its required values. */
export function completeItem(task: CardTask, itemId: string, values: Values): Action {
  const filled = Object.keys(values).length === 0 ? {} : { values };
  return actionOn(task, "COMPLETE_ITEM", { itemId, ...filled });
}

/** Ticks all open items that may be ticked together. */
export function completeAll(task: CardTask, confirmed: boolean): Action {
  return actionOn(task, "COMPLETE_ALL_ITEMS", { confirmed });
}

/** Records a value of the task's metric at an instant. */
export function recordValue(task: CardTask, value: Recorded, now: number): Action {
  const { metric } = task;
  const unit = metric?.input.unit ?? null;
  return actionOn(task, "RECORD_VALUE", {
    metricKind: metric?.metricKind ?? "",
    value,
    ...(unit !== null && { unit }),
    sourceType: "MANUAL",
    recordedAt: new Date(now).toISOString(),
  });
}

/** Skips a task, or one item of it. */
export function skip(task: CardTask, { itemId, reason, note }: Skip): Action {
  return actionOn(task, "SKIP", {
    ...(itemId !== null && { itemId }),
    reason,
    ...(note !== "" && { note }),
  });
}

/** Snoozes a task by one of the lengths that it offers. */
export function snooze(task: CardTask, minutes: number): Action {
  return actionOn(task, "SNOOZE", { minutes });
}

/** Undoes an entry of this device; also names its receipt if there is one. */
export function undo(task: CardTask, undone: OperationState): Action {
  const { clientOperationId, verdict } = undone;
  const byReceipt = verdict === null ? {} : { undoesReceiptId: verdict.receiptId };
  return {
    ...actionOn(task, "UNDO", { undoesClientOperationId: clientOperationId, ...byReceipt }),
    ...(verdict === null && { dependsOn: [clientOperationId] }),
  };
}

/** The values of an item, by the key of their input. */
export type Values = Readonly<Record<string, Recorded>>;

/** A skip as its form describes it. */
export interface Skip {
  /** Null skips the whole task. */
  readonly itemId: string | null;
  readonly reason: SkipReason;
  readonly note: string;
}

/** Names the revision that the person saw. The server tolerates changes that this device itself made. */
function actionOn(task: CardTask, kind: QuickLogActionKind, payload: object): Action {
  return {
    operationType: QUICK_LOG_ACTIONS[kind].operationType,
    payload: { taskId: task.taskId, ...payload },
    expectedRevision: task.revision,
  };
}
