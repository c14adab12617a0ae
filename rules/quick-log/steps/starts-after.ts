import { TASK_DEFINITIONS } from "../../../contract/agenda/kinds/task-definitions.ts";
import type { PastOperation, QuickLogAction, TaskState } from "../types.ts";

/**
 * Number of starts of a task with several metrics that are in force after an action. Its status follows from them and
 * from its values, so undoing one leaves what the others imply.
 */
export function startsAfter(
  { task, starts }: Pick<TaskState, "task" | "starts">,
  { intent }: Pick<QuickLogAction, "intent">,
  undoes?: PastOperation,
): number {
  if (TASK_DEFINITIONS[task.taskKind].metrics !== "SEVERAL") return 0;
  if (intent.actionKind === "OPEN_STRUCTURED_LOG") return starts + 1;
  return undoes?.actionKind === "OPEN_STRUCTURED_LOG" ? starts - 1 : starts;
}
