import type { QuickLogActionKind } from "../../contract/agenda/vocabulary.ts";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { WorkingTask } from "../agenda/agenda-task.ts";

/**
 * What completing a task means in the scope that the task asks for: of one whose items are ticked each by itself
 * all that may be ticked at once. Anything else stays what it is.
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
