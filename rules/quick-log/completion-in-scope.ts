import type { QuickLogActionKind } from "../../contract/agenda/task-actions.ts";
import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import type { WorkingTask } from "../agenda/agenda-task.ts";

/**
 * The completion action in the scope that the task requires: if its items are completed separately, all bulk-eligible
 * ones. Any other action stays.
 */
export function completionInScope(
  task: Pick<WorkingTask, "actionSchema">,
  intent: QuickLogIntent,
): QuickLogIntent {
  if (intent.actionKind !== "COMPLETE_TASK" || intent.withItems === undefined) return intent;
  const { payload, withItems } = intent;
  const offers = (action: QuickLogActionKind) =>
    task.actionSchema.actions.some(({ kind }) => kind === action);
  const byItems = offers("COMPLETE_ALL_ITEMS") && !offers("COMPLETE_TASK");
  return byItems
    ? { actionKind: "COMPLETE_ALL_ITEMS", payload: { ...payload, ...withItems } }
    : { actionKind: "COMPLETE_TASK", payload };
}
