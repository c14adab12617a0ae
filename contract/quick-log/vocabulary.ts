import { QUICK_LOG_ACTION_KINDS } from "../agenda/action-vocabulary.ts";
import { QUICK_LOG_ACTIONS, type QuickLogActionKind } from "../agenda/task-actions.ts";
import type { CompletionScope } from "../agenda/vocabulary.ts";
import { CLOCK_FLAGS } from "../sync/clock-vocabulary.ts";

/** Source of a value recorded on a task; imported ones arrive on their own path. */
export const VALUE_SOURCE_TYPES = ["MANUAL"] as const;
export type ValueSourceType = (typeof VALUE_SOURCE_TYPES)[number];

/** Implausible times of a record, for review: of its clock, or of the day of its value. */
export const RECORD_FLAGS = [...CLOCK_FLAGS, "OUTSIDE_DAY"] as const;
export type RecordFlag = (typeof RECORD_FLAGS)[number];

/** Operation type by which a phone sends values from a health store. */
export const IMPORT_OPERATION = "quick-log.import-value";

/** Why a client skipped (docs/rooms/quick-log.md#skips-that-reach-the-coach). */
export const SKIP_REASONS = [
  "PAIN_OR_INJURY",
  "ILLNESS",
  "SIDE_EFFECT",
  "FOOD_UNAVAILABLE",
  "EQUIPMENT_UNAVAILABLE",
  "PLAN_TOO_HARD",
  "CONFUSED",
  "REQUEST_HELP",
  "BUSY",
  "FORGOT",
  "TRAVEL",
  "NOT_HUNGRY",
  "ALREADY_DONE_OUTSIDE_APP",
  "OTHER",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Skip reasons for which the client is not responsible: the task does not count (docs/rooms/agenda.md#adherence). */
export const UNCOUNTED_SKIP_REASONS = [
  "PAIN_OR_INJURY",
  "ILLNESS",
  "SIDE_EFFECT",
] as const satisfies readonly SkipReason[];

/** Operation types that a device queues for quick-log, with the action of each. */
export const QUICK_LOG_OPERATIONS: Readonly<Record<string, LoggedAction>> = Object.fromEntries(
  QUICK_LOG_ACTION_KINDS.map((actionKind) => {
    const { operationType, scope } = QUICK_LOG_ACTIONS[actionKind];
    return [operationType, { actionKind, scope }];
  }),
);

export type QuickLogOperationType = (typeof QUICK_LOG_ACTIONS)[QuickLogActionKind]["operationType"];

interface LoggedAction {
  readonly actionKind: QuickLogActionKind;
  readonly scope: CompletionScope;
}

/**
 * Operation types of today's view (docs/rooms/quick-log.md#todays-names). Starting is its own; the others are aliases
 * of quick-log's.
 */
export const TODAY_OPERATIONS = {
  "today.start": { actionKind: "OPEN_STRUCTURED_LOG", scope: "OWNING_FEATURE" },
  "today.complete": { actionKind: "COMPLETE_TASK", scope: "TASK" },
  "today.skip": { actionKind: "SKIP", scope: "TASK" },
} as const satisfies Record<string, LoggedAction>;

/** Why complete-all left an item unchanged. */
export const LEFT_ITEM_REASONS = ["NOT_BULK_ELIGIBLE", "INPUT_REQUIRED", "ALREADY_CLOSED"] as const;
export type LeftItemReason = (typeof LEFT_ITEM_REASONS)[number];

/** Maximum number of operations that a read of a task lists, newest first. */
export const LATEST_OPERATIONS = 10;

/** Maximum length of the note on a skip, in characters. */
export const SKIP_NOTE_LENGTH = 1_000;

/** Hours after acceptance within which an operation can be undone (docs/rooms/quick-log.md#undo-window). */
export const UNDO_WINDOW_HOURS = 24;

/**
 * How soon a skip of this reason reaches the coach (docs/rooms/quick-log.md#skips-that-reach-the-coach).
 */
export const SKIP_REASON_GROUPS = ["NEEDS_HELP", "OBSTACLE", "ROUTINE"] as const;
export type SkipReasonGroup = (typeof SKIP_REASON_GROUPS)[number];

/** Severity of a skip, by its group. */
export const SKIP_SEVERITIES = {
  NEEDS_HELP: "HIGH",
  OBSTACLE: "NORMAL",
  ROUTINE: "LOW",
} as const satisfies Record<SkipReasonGroup, "HIGH" | "NORMAL" | "LOW">;

/** Effect of an accepted operation on the adherence of its day. */
export const ADHERENCE_DELTA_TYPES = [
  "TASK_COMPLETED",
  "TASK_SKIPPED",
  "TASK_REOPENED",
  "TASK_PROGRESSED",
] as const;
export type AdherenceDeltaType = (typeof ADHERENCE_DELTA_TYPES)[number];

/** Whether a skip reaches the coach (docs/rooms/quick-log.md#skips-that-reach-the-coach). */
export const COACH_REVIEW_HINTS = ["NONE", "AT_ONCE", "COUNTED"] as const;
