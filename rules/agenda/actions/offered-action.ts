import type { StoredActionSchema, TaskAction } from "../../../contract/agenda/schema.ts";
import { TASK_ACTIONS } from "../../../contract/agenda/task-actions.ts";
import type { QuickLogActionKind } from "../../../contract/agenda/task-actions.ts";
import type { CompletionScope } from "../../../contract/agenda/vocabulary.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";

/** The action as the task offers it, or null if it does not. */
export function offeredAction(
  { actions }: Pick<StoredActionSchema, "actions">,
  { kind, scope }: WantedAction,
): TaskAction | null {
  return actions.find((offered) => offered.kind === kind && offered.scope === scope) ?? null;
}

/** An action and the part of the task it targets. */
export interface WantedAction {
  readonly kind: QuickLogActionKind;
  readonly scope: CompletionScope;
}

/** The refusal for an action that the task does not offer: the reason in its cell of the table, if there is one. */
export function notOffered(
  { taskKind }: Pick<StoredActionSchema, "taskKind">,
  { kind, scope }: WantedAction,
): VerdictCode {
  const cell = TASK_ACTIONS[taskKind].find((one) => one.kind === kind && one.scope === scope);
  return cell?.otherwise ?? "ACTION_NOT_OFFERED";
}
