import type { UploadPurpose } from "../media/vocabulary.ts";
import type { TaskKind } from "./kinds/task-definitions.ts";
import type { CompletionScope } from "./vocabulary.ts";

/** The actions of quick-log on a daily task (docs/rooms/quick-log.md#records). */
export const QUICK_LOG_ACTIONS = {
  COMPLETE_TASK: { operationType: "quick-log.complete-task", scope: "TASK" },
  COMPLETE_ITEM: { operationType: "quick-log.complete-item", scope: "ITEM" },
  COMPLETE_ALL_ITEMS: { operationType: "quick-log.complete-all", scope: "GROUP" },
  RECORD_VALUE: {
    operationType: "quick-log.record-value",
    scope: "TASK",
    isRevisionByMetric: true,
    makes: "quick_log_value_entry",
  },
  SKIP: { operationType: "quick-log.skip", scope: "TASK" },
  UNDO: { operationType: "quick-log.undo", scope: "TASK", isRevisionByMetric: true },
  OPEN_STRUCTURED_LOG: { operationType: "quick-log.open-structured-log", scope: "OWNING_FEATURE" },
  SNOOZE: { operationType: "quick-log.snooze", scope: "TASK", isEvidence: false },
} as const satisfies Readonly<Record<string, QuickLogActionFacts>>;
export type QuickLogActionKind = keyof typeof QUICK_LOG_ACTIONS;

/** Names and facts of an action. */
export interface QuickLogActionFacts {
  /** The operation type by which a device queues it. */
  readonly operationType: `quick-log.${string}`;
  /** A skip of an item has the scope ITEM. */
  readonly scope: CompletionScope;
  /**
   * Whether the task's metric decides if the operation must name a revision (docs/rooms/quick-log.md#values). If
   * absent, it must.
   */
  readonly isRevisionByMetric?: boolean;
  /** Whether it shows what the client did (docs/rooms/agenda.md#late-evidence). If absent, it does. */
  readonly isEvidence?: boolean;
  /** Kind of the record that it makes under the `localId` of its payload; most make none. */
  readonly makes?: "quick_log_value_entry";
}

/**
 * Condition under which a task offers an action.
 * - `IS_BARE`: the task has neither items nor a value to record.
 * - `HAS_ITEMS`, `HAS_BULK_ITEMS`: it has items, or some that may be ticked in bulk.
 * - `TAKES_VALUE`: its values are recorded one by one.
 * - `MAY_SKIP`, `MAY_SNOOZE`: its plan allows it.
 * - `ASKS_NO_ANSWER`: its form has no required question.
 * - `NEVER`: another feature does it; the cell's `otherwise` names the refusal.
 */
export type ActionCondition =
  | "IS_BARE"
  | "HAS_ITEMS"
  | "HAS_BULK_ITEMS"
  | "TAKES_VALUE"
  | "MAY_SKIP"
  | "MAY_SNOOZE"
  | "ASKS_NO_ANSWER"
  | "NEVER";

/** Media attached to an action, all of one purpose. */
export interface ActionAttachments {
  readonly purpose: UploadPurpose;
  readonly least: number;
  readonly most: number;
}

/** An action that tasks of a kind offer, in one scope. */
export interface ActionCell {
  readonly kind: QuickLogActionKind;
  readonly scope: CompletionScope;
  readonly requiresConfirmation?: true;
  readonly requiresStructuredScreen?: true;
  /** The action requires the values of the task's metrics. */
  readonly asksForValues?: true;
  readonly attachments?: ActionAttachments;
  readonly withinDueWindow?: true;
  /** If absent, every task of the kind offers the action. */
  readonly when?: ActionCondition;
  /** Refusal for a task of the kind that does not offer the action, instead of ACTION_NOT_OFFERED. */
  readonly otherwise?: "STRUCTURED_LOG_REQUIRED";
}

const COMPLETE = action("COMPLETE_TASK");
const TICK = { ...action("COMPLETE_ITEM"), when: "HAS_ITEMS" } as const;
const TICK_ALL = { ...action("COMPLETE_ALL_ITEMS"), when: "HAS_BULK_ITEMS" } as const;
const SKIP = action("SKIP");
const SKIP_ITEM = { ...SKIP, scope: "ITEM", when: "HAS_ITEMS" } as const;
const RECORD = { ...action("RECORD_VALUE"), when: "TAKES_VALUE", asksForValues: true } as const;
const OPEN = { ...action("OPEN_STRUCTURED_LOG"), requiresStructuredScreen: true } as const;
const SNOOZE = { ...action("SNOOZE"), when: "MAY_SNOOZE" } as const;
const UNDO = action("UNDO");

const MEAL_PHOTOS = { attachments: { purpose: "MEAL_PHOTO", least: 0, most: 3 } } as const;
const PROGRESS_PHOTOS = { attachments: { purpose: "PROGRESS_PHOTO", least: 1, most: 6 } } as const;
/** The task is completed by its own screen. */
const IN_ITS_LOG = { when: "NEVER", otherwise: "STRUCTURED_LOG_REQUIRED" } as const;

/**
 * The actions that tasks of each kind offer, in the order in which they are served
 * (docs/rooms/quick-log.md#allowed-actions). A task's action schema and the gate of quick-log both derive from this
 * table. No task offers an action that its kind's row lacks.
 */
export const TASK_ACTIONS: Readonly<Record<TaskKind, readonly ActionCell[]>> = {
  WORKOUT: [
    OPEN,
    { ...COMPLETE, ...IN_ITS_LOG },
    { ...TICK, ...IN_ITS_LOG },
    { ...TICK_ALL, requiresConfirmation: true, ...IN_ITS_LOG },
    { ...SKIP, when: "MAY_SKIP" },
    UNDO,
  ],
  MEAL: [{ ...TICK, ...MEAL_PHOTOS }, { ...TICK_ALL, ...MEAL_PHOTOS }, SKIP_ITEM, SKIP, UNDO],
  SUPPLEMENT: [TICK, TICK_ALL, SKIP_ITEM, SKIP, UNDO],
  HABIT: [{ ...COMPLETE, when: "IS_BARE" }, RECORD, TICK, TICK_ALL, SKIP_ITEM, SKIP, SNOOZE, UNDO],
  REMINDER: [{ ...COMPLETE, when: "IS_BARE" }, TICK, TICK_ALL, SKIP_ITEM, SKIP, SNOOZE, UNDO],
  MEASUREMENT: [{ ...OPEN, asksForValues: true }, RECORD, SKIP, UNDO],
  CHECK_IN: [
    OPEN,
    {
      ...COMPLETE,
      withinDueWindow: true,
      when: "ASKS_NO_ANSWER",
      otherwise: "STRUCTURED_LOG_REQUIRED",
    },
    SKIP,
    UNDO,
  ],
  PHOTO: [{ ...COMPLETE, ...PROGRESS_PHOTOS }, SKIP, UNDO],
};

function action(kind: QuickLogActionKind) {
  return { kind, scope: QUICK_LOG_ACTIONS[kind].scope };
}
