import type { QuickLogActionKind } from "../../contract/agenda/vocabulary.ts";
import type { QuickLogIntent } from "../../contract/quick-log/schema.ts";
import type { WorkingTask } from "../agenda/agenda-task.ts";

/**
 * Whether a task is completed in a screen of its own, by answers, sets or values that a tap does not bring
 * (docs/rules.md#quick-log-allowed-actions).
 */
export function needsOwnScreen({ actionSchema }: Pick<WorkingTask, "actionSchema">): boolean {
  return !actionSchema.quickCompleteEligible;
}

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
  const byItems = offers("COMPLETE_ALL_ITEMS") && !offers("COMPLETE_TASK") && !needsOwnScreen(task);
  return byItems
    ? { actionKind: "COMPLETE_ALL_ITEMS", payload: { ...payload, ...withItems } }
    : { actionKind: "COMPLETE_TASK", payload };
}
