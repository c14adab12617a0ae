import { completeAll, completeItem, completeTask } from "./complete-task.ts";
import { explainStale, explainCanceled } from "./revision/explain-stale.ts";
import { judgeTask } from "./judge-task.ts";
import type {
  ForeignChange,
  PastOperation,
  QuickLogAction,
  QuickLogOutcome,
  TaskState,
} from "./types.ts";
import { recordValue } from "./record-value.ts";
import type { Replacement } from "./replacement.ts";
import { skip } from "./skip.ts";
import { start } from "./start.ts";
import { snooze } from "./steps/snooze.ts";
import { undo } from "./undo.ts";
import { refuse } from "../sync/decision.ts";

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
  const { intent } = action;
  switch (intent.actionKind) {
    case "COMPLETE_TASK":
      return completeTask(state, action);
    case "COMPLETE_ITEM":
      return completeItem(state, action, intent.payload);
    case "COMPLETE_ALL_ITEMS":
      return completeAll(state, action, intent.payload);
    case "RECORD_VALUE":
      return recordValue(state, action, intent.payload);
    case "SNOOZE":
      return snooze(state, action, intent.payload);
    case "SKIP":
      return skip(state, action, intent.payload);
    case "OPEN_STRUCTURED_LOG":
      return start(state, action);
    case "UNDO":
      return undo(state, action, undoTarget);
  }
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
