import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import { changeTask } from "../quick-log/change-task.ts";
import type { TaskChange, TaskState } from "../quick-log/types.ts";
import type { TaskMove } from "./session-outcome.ts";
import type { SessionMoment } from "./workout-session.ts";

/**
 * Applies a session's effect to its task by the quick-log rules: on a closed day it ends as closing defines
 * (docs/rooms/agenda.md#late-evidence).
 */
export function moveTask(
  state: TaskState,
  { taskId, to: status }: TaskMove,
  { lineageId, receiptId, now, recordedAt }: SessionMoment,
): TaskChange {
  const intent = INTENTS[status](taskId);
  const action = {
    intent,
    receiptId,
    lineageId,
    now,
    recordedAt,
    expectedRevision: null,
    attachments: [],
  };
  const outcome = changeTask(state, action, { status });
  if (outcome.kind === "REFUSED") throw new Error("The requested change was refused");
  return outcome.change;
}

/** The quick-log action whose rule moves the task. */
const INTENTS = {
  IN_PROGRESS: (taskId: string): QuickLogIntent => ({
    actionKind: "OPEN_STRUCTURED_LOG",
    payload: { taskId },
  }),
  COMPLETED: (taskId: string): QuickLogIntent => ({
    actionKind: "COMPLETE_TASK",
    payload: { taskId },
  }),
  PENDING: (taskId: string): QuickLogIntent => ({
    actionKind: "UNDO",
    payload: { taskId },
  }),
} as const;
