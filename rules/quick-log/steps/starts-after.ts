import type { PastOperation, QuickLogAction, TaskState } from "../quick-log-state.ts";

/**
 * How many starts of a measurement stand after an action. Its status follows from them and from its values, so that one
 * taken back leaves what the others say.
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
