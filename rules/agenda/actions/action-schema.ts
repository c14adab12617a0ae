import type { Metric } from "../../../contract/agenda/metric-schema.ts";
import type {
  RequiredInput,
  SnoozeRule,
  StoredActionSchema,
  TaskAction,
  TaskForm,
} from "../../../contract/agenda/schema.ts";
import {
  TASK_ACTIONS,
  type ActionCell,
  type ActionCondition,
} from "../../../contract/agenda/task-actions.ts";
import type { DefinedTaskKind } from "../../../contract/agenda/kinds/define-task-kind.ts";
import {
  TASK_DEFINITIONS,
  type TaskKind,
} from "../../../contract/agenda/kinds/task-definitions.ts";
import {
  ACTION_SCHEMA_VERSION,
  type RequiredPayload,
} from "../../../contract/agenda/vocabulary.ts";
import { isNumeric } from "../task-metric.ts";

/**
 * The actions that a task offers by the table of actions (docs/rooms/quick-log.md#allowed-actions), in the form
 * stored with the task.
 */
export function actionSchemaOf(taskKind: TaskKind, facts: ActionFacts): StoredActionSchema {
  const { metric } = facts;
  const { destination, result } = TASK_DEFINITIONS[taskKind];
  const actions = TASK_ACTIONS[taskKind]
    .filter(({ when }) => when === undefined || meets(facts, when))
    .map((cell) => served(cell, facts));
  return {
    version: ACTION_SCHEMA_VERSION,
    taskKind,
    offlineEligible: true,
    quickCompleteEligible: actions.some(isQuickCompletion),
    destinationRoute: destination,
    dailyTarget: metric !== null && isNumeric(metric) ? metric.target : null,
    valueMode: metric?.mode ?? null,
    actions,
    requiredPayload: requiredPayloadOf(result, facts),
  };
}

/** The facts that determine the actions of a task, apart from its kind. */
export interface ActionFacts {
  /** `BULK` if some items may be completed at once. */
  readonly items: "NONE" | "SOME" | "BULK";
  /** The metric whose values are recorded one by one. */
  readonly metric: Metric | null;
  /** The values that its metrics require. */
  readonly inputs: readonly RequiredInput[];
  readonly maySkip: boolean;
  readonly snooze: SnoozeRule | null;
  readonly requiresAnswers: boolean;
}

/** A task that one tap completes. */
export const BARE_TASK: ActionFacts = {
  items: "NONE",
  metric: null,
  inputs: [],
  maySkip: true,
  snooze: null,
  requiresAnswers: false,
};

/** The actions that a check-in offers, given its form version. */
export function checkInActions(form: TaskForm): StoredActionSchema {
  const requiresAnswers = form.requiresAnswers ?? true;
  return { ...actionSchemaOf("CHECK_IN", { ...BARE_TASK, requiresAnswers }), form };
}

/** Whether a task meets the condition of an action. */
function meets(facts: ActionFacts, condition: ActionCondition): boolean {
  switch (condition) {
    case "IS_BARE":
      return facts.items === "NONE" && facts.metric === null;
    case "HAS_ITEMS":
      return facts.items !== "NONE";
    case "HAS_BULK_ITEMS":
      return facts.items === "BULK";
    case "TAKES_VALUE":
      return facts.metric !== null;
    case "MAY_SKIP":
      return facts.maySkip;
    case "MAY_SNOOZE":
      return facts.snooze !== null;
    case "ASKS_NO_ANSWER":
      return !facts.requiresAnswers;
    case "NEVER":
      return false;
  }
}

function served(cell: ActionCell, { inputs, snooze }: ActionFacts): TaskAction {
  const { kind, scope, requiresConfirmation, requiresStructuredScreen } = cell;
  const { attachments, withinDueWindow } = cell;
  return {
    kind,
    scope,
    ...(requiresConfirmation && { requiresConfirmation }),
    ...(requiresStructuredScreen && { requiresStructuredScreen }),
    requiredInputs: cell.asksForValues === true ? inputs : [],
    ...(attachments && { attachments }),
    ...(kind === "SNOOZE" && snooze !== null && { snooze }),
    ...(withinDueWindow && { withinDueWindow }),
  };
}

/** A tap without attachments. */
function isQuickCompletion({ kind, attachments }: TaskAction): boolean {
  if (kind === "COMPLETE_ITEM") return true;
  return kind === "COMPLETE_TASK" && (attachments?.least ?? 0) === 0;
}

function requiredPayloadOf(
  result: DefinedTaskKind["result"],
  { items, metric, requiresAnswers }: ActionFacts,
): RequiredPayload {
  if (result === "FORM_SUBMISSION" && !requiresAnswers) return "NOTHING";
  if (result !== null) return result;
  if (items !== "NONE") return "ITEMS";
  return metric === null ? "NOTHING" : "VALUE";
}
