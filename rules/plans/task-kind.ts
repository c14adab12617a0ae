import type { DefinedTaskKind } from "../../contract/agenda/kinds/define-task-kind.ts";
import { TASK_DEFINITIONS, type TaskKind } from "../../contract/agenda/kinds/task-definitions.ts";
import type { TaskSourceContext } from "../../contract/agenda/vocabulary.ts";
import { PLAN_DEFINITIONS, type PlanKind } from "../../contract/plans/plan-definitions.ts";
import { PLAN_KINDS } from "../../contract/plans/kind-vocabulary.ts";

/** The kind of task or card that a plan of a kind makes (docs/rooms/plans.md#kinds). */
export function taskKindOf(kind: PlanKind): TaskKindOfPlan {
  const { taskKind } = PLAN_DEFINITIONS[kind];
  if (taskKind === null) return CARD;
  const { sourceContext, itemKind } = TASK_DEFINITIONS[taskKind];
  return { taskKind, sourceContext, itemKind };
}

interface TaskKindOfPlan extends Pick<DefinedTaskKind, "sourceContext" | "itemKind"> {
  /** Null if it makes a card. */
  readonly taskKind: TaskKind | null;
}

const CARD: TaskKindOfPlan = { taskKind: null, sourceContext: "DAILY_EXECUTION", itemKind: null };

/** The plan kinds whose tasks belong to a context. */
export function planKindsOf(context: TaskSourceContext): readonly PlanKind[] {
  return PLAN_KINDS.filter((kind) => taskKindOf(kind).sourceContext === context);
}
