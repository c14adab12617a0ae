import type { QuickLogActionKind } from "../../contract/agenda/task-actions.ts";
import type { QuickLogIntent } from "../../contract/quick-log/payload-schema.ts";
import { refuse } from "../sync/decision.ts";
import { ACTION_RULES } from "./actions/action-rules.ts";
import { judgeTask } from "./judge-task.ts";
import { explainCanceled, explainStale } from "./revision/explain-stale.ts";
import type {
  ForeignChange,
  PastOperation,
  QuickLogAction,
  QuickLogOutcome,
  Replacement,
  TaskState,
} from "./types.ts";

/** Decides one quick-log operation and returns its changes; has no side effects. */
export function decideQuickLog(view: QuickLogView, action: QuickLogAction): QuickLogOutcome {
  const { state, undoTarget, foreignChanges = [], replacement } = view;
  if (state === undefined) return { kind: "REFUSED", refused: refuse("TASK_UNKNOWN") };
  const refused = judgeTask(state, action, undoTarget);
  const stale = { state, action, undoTarget, foreignChanges };
  if (refused?.code === "TASK_CANCELED" || refused?.code === "TASK_SUPERSEDED")
    return { kind: "REFUSED", refused: explainCanceled(stale, refused, replacement) };
  if (refused?.code === "STALE_REVISION") {
    const again = (rebased: QuickLogAction) => decideQuickLog(view, rebased);
    const explained = explainStale(stale, again);
    if (action.mayBeSentAgain === true && explained.rebaseable === true)
      return again({ ...action, expectedRevision: state.task.revision });
    return { kind: "REFUSED", refused: explained };
  }
  if (refused !== null) return { kind: "REFUSED", refused };
  return decideBy(action.intent, { state, undoTarget }, action);
}

function decideBy<Kind extends QuickLogActionKind>(
  { actionKind, payload }: QuickLogIntent<Kind>,
  { state, undoTarget: target }: { readonly state: TaskState } & Pick<QuickLogView, "undoTarget">,
  action: QuickLogAction,
): QuickLogOutcome {
  const undoing = target && { target, takeBack: ACTION_RULES[target.actionKind].undo };
  return ACTION_RULES[actionKind].decide(state, action, payload, undoing);
}

/**
 * The data for deciding a quick-log operation. An undo needs its target, a stale operation the others' changes, and
 * one on a superseded task the replacement.
 */
export interface QuickLogView {
  readonly state: TaskState | undefined;
  readonly undoTarget: PastOperation | undefined;
  readonly foreignChanges?: readonly ForeignChange[];
  /** The task that replaced a superseded one. */
  readonly replacement?: Replacement | undefined;
}
