import type {
  TaskItemKind,
  TaskKind,
  TaskSourceContext,
} from "../../contract/agenda/vocabulary.ts";
import { PLAN_KINDS, type PlanKind } from "../../contract/plans/vocabulary.ts";

interface MadeOfPlan {
  /** Null where a card is made. */
  readonly taskKind: TaskKind | null;
  readonly sourceContext: TaskSourceContext;
  /** Of what is ticked by itself, where its plan has it; null where none can. */
  readonly itemKind: TaskItemKind | null;
}

/** What a plan of each kind makes (docs/rooms/plans.md#kinds). */
const MADE = {
  PROGRAM: { taskKind: "WORKOUT", sourceContext: "PROGRAMS", itemKind: null },
  MEAL: { taskKind: "MEAL", sourceContext: "NUTRITION", itemKind: "MEAL_ITEM" },
  SUPPLEMENT: { taskKind: "SUPPLEMENT", sourceContext: "NUTRITION", itemKind: "SUPPLEMENT_ITEM" },
  HABIT: { taskKind: "HABIT", sourceContext: "DAILY_EXECUTION", itemKind: "HABIT_ITEM" },
  CHECK_IN: { taskKind: "CHECK_IN", sourceContext: "FORMS", itemKind: null },
  MEASUREMENT: { taskKind: "MEASUREMENT", sourceContext: "PROGRESS", itemKind: null },
  PHOTO: { taskKind: "PHOTO", sourceContext: "PROGRESS", itemKind: null },
  REMINDER: { taskKind: "REMINDER", sourceContext: "DAILY_EXECUTION", itemKind: "REMINDER_ITEM" },
  CUSTOM_REMINDER: { taskKind: null, sourceContext: "DAILY_EXECUTION", itemKind: null },
} as const satisfies Record<PlanKind, MadeOfPlan>;

/** What a plan of a kind makes on the dates it asks for. */
export function madeOf(kind: PlanKind): MadeOfPlan {
  return MADE[kind];
}

/** Kinds of plans whose tasks are of a context. */
export function planKindsOf(context: TaskSourceContext): readonly PlanKind[] {
  return PLAN_KINDS.filter((kind) => MADE[kind].sourceContext === context);
}
