import type { PastOperation, QuickLogAction, TaskState } from "../types.ts";

/**
 * Number of starts of a measurement in force after an action. Its status follows from them and from its values, so
 * undoing one leaves what the others imply.
 */
export function startsAfter(
  { task, starts }: Pick<TaskState, "task" | "starts">,
  { intent }: Pick<QuickLogAction, "intent">,
  undoes?: PastOperation,
): number {
  if (task.taskKind !== "MEASUREMENT") return 0;
  if (intent.actionKind === "OPEN_STRUCTURED_LOG") return starts + 1;
  return undoes?.actionKind === "OPEN_STRUCTURED_LOG" ? starts - 1 : starts;
}
