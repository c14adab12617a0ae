import { completeAll, completeItem, completeTask } from "./complete.ts";
import { judgeTask } from "./judge-task.ts";
import type {
  PastOperation,
  QuickLogAction,
  QuickLogOutcome,
  TaskState,
} from "./quick-log-state.ts";
import { recordValue } from "./record-value.ts";
import { skip } from "./skip.ts";
import { undo } from "./undo.ts";
import { refuse } from "../sync/decision.ts";

/** What a quick-log operation may look at: the task it names, and for an undo the operation it undoes. */
export interface QuickLogView {
  readonly state: TaskState | undefined;
  readonly undoTarget: PastOperation | undefined;
}

/** Decides one quick-log operation and returns what it changes; touches nothing. */
export function decideQuickLog(view: QuickLogView, action: QuickLogAction): QuickLogOutcome {
  const { state, undoTarget } = view;
  const refused = judgeTask(state, action);
  if (refused !== null) return { kind: "REFUSED", refused };
  if (state === undefined) return { kind: "REFUSED", refused: refuse("TASK_UNKNOWN") };
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
    case "SKIP":
      return skip(state, action, intent.payload);
    case "UNDO":
      return undo(state, action, undoTarget);
  }
}
