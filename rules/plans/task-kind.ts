import type {
  TaskItemKind,
  TaskKind,
  TaskSourceContext,
} from "../../contract/agenda/vocabulary.ts";
import { PLAN_KINDS, type PlanKind } from "../../contract/plans/vocabulary.ts";

interface TaskKindOfPlan {
  /** Null if it makes a card. */
  readonly taskKind: TaskKind | null;
  readonly sourceContext: TaskSourceContext;
  /** Kind of the separately completed items, if its plan has any; null if none are possible. */
  readonly itemKind: TaskItemKind | null;
}

/** The kind of task or card that each plan kind makes (docs/rooms/plans.md#kinds). */
const TASK_KIND_OF_PLAN = {
  PROGRAM: { taskKind: "WORKOUT", sourceContext: "PROGRAMS", itemKind: null },
  MEAL: { taskKind: "MEAL", sourceContext: "NUTRITION", itemKind: "MEAL_ITEM" },
  SUPPLEMENT: { taskKind: "SUPPLEMENT", sourceContext: "NUTRITION", itemKind: "SUPPLEMENT_ITEM" },
  HABIT: { taskKind: "HABIT", sourceContext: "DAILY_EXECUTION", itemKind: "HABIT_ITEM" },
  CHECK_IN: { taskKind: "CHECK_IN", sourceContext: "FORMS", itemKind: null },
  MEASUREMENT: { taskKind: "MEASUREMENT", sourceContext: "PROGRESS", itemKind: null },
  PHOTO: { taskKind: "PHOTO", sourceContext: "PROGRESS", itemKind: null },
  REMINDER: { taskKind: "REMINDER", sourceContext: "DAILY_EXECUTION", itemKind: "REMINDER_ITEM" },
  CUSTOM_REMINDER: { taskKind: null, sourceContext: "DAILY_EXECUTION", itemKind: null },
} as const satisfies Record<PlanKind, TaskKindOfPlan>;

/** The kind of task or card that a plan of a kind makes. */
export function taskKindOf(kind: PlanKind): TaskKindOfPlan {
  return TASK_KIND_OF_PLAN[kind];
}

/** The plan kinds whose tasks belong to a context. */
export function planKindsOf(context: TaskSourceContext): readonly PlanKind[] {
  return PLAN_KINDS.filter((kind) => TASK_KIND_OF_PLAN[kind].sourceContext === context);
}
