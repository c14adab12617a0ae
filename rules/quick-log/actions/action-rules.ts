import type { QuickLogActionKind } from "../../../contract/agenda/task-actions.ts";
import { completeAllItems, completeItem, completeTask } from "./complete-task.ts";
import { openStructuredLog } from "./open-structured-log.ts";
import { recordValue } from "./record-value.ts";
import { skip } from "./skip.ts";
import { snooze } from "./snooze.ts";
import type { ActionRules } from "./types.ts";
import { undo } from "./undo.ts";

/** The rules of each action of quick-log. */
export const ACTION_RULES: { readonly [Kind in QuickLogActionKind]: ActionRules<Kind> } = {
  COMPLETE_TASK: completeTask,
  COMPLETE_ITEM: completeItem,
  COMPLETE_ALL_ITEMS: completeAllItems,
  RECORD_VALUE: recordValue,
  SKIP: skip,
  UNDO: undo,
  OPEN_STRUCTURED_LOG: openStructuredLog,
  SNOOZE: snooze,
};
