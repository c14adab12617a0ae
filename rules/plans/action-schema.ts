import type {
  RequiredInput,
  StoredActionSchema,
  TaskAction,
} from "../../contract/agenda/schema.ts";
import type { Metric } from "../../contract/agenda/metric-schema.ts";
import type { PlanSnapshot } from "./plan-snapshot.ts";

const SKIP: TaskAction = { kind: "SKIP", scope: "TASK" };
const UNDO: TaskAction = { kind: "UNDO", scope: "TASK" };

/** What a task made from a plan offers (docs/rules.md#quick-log-allowed-actions). */
export function actionSchemaOf(plan: PlanSnapshot): StoredActionSchema {
  const { kind, metric } = plan;
  return {
    taskKind: kind,
    offlineEligible: true,
    quickCompleteEligible: metric === null,
    destinationRoute: null,
    dailyTarget: metric?.target ?? null,
    valueMode: metric?.mode ?? null,
    actions: actionsOf(plan),
    requiredInputs: metric === null ? [] : [valueInput(metric)],
  };
}

function actionsOf({ kind, metric, items }: PlanSnapshot): TaskAction[] {
  if (metric !== null) return [{ kind: "RECORD_VALUE", scope: "TASK" }, SKIP, UNDO];
  switch (kind) {
    case "HABIT":
      return [{ kind: "COMPLETE_TASK", scope: "TASK" }, SKIP, UNDO];
    case "SUPPLEMENT":
    case "MEAL":
      return [...itemActions(items.some(({ bulkEligible }) => bulkEligible)), SKIP, UNDO];
  }
}

function itemActions(bulk: boolean): TaskAction[] {
  return [
    { kind: "COMPLETE_ITEM", scope: "ITEM" },
    ...(bulk ? [{ kind: "COMPLETE_ALL_ITEMS", scope: "GROUP" } as const] : []),
    { kind: "SKIP", scope: "ITEM" },
  ];
}

function valueInput({ unit, min, max }: Metric): RequiredInput {
  return { key: "value", type: "number", unit, min, max, required: true };
}
