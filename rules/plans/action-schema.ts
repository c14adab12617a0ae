import { DESTINATION_ROUTES } from "../../contract/agenda/destinations.ts";
import type { Metric } from "../../contract/agenda/metric-schema.ts";
import type {
  RequiredInput,
  StoredActionSchema,
  TaskAction,
} from "../../contract/agenda/schema.ts";
import type { TaskKind } from "../../contract/agenda/vocabulary.ts";
import type { PlanKind } from "../../contract/plans/vocabulary.ts";
import type { DayContent } from "./assigned-plan.ts";

const SKIP: TaskAction = { kind: "SKIP", scope: "TASK" };
const UNDO: TaskAction = { kind: "UNDO", scope: "TASK" };
const OPEN: TaskAction = { kind: "OPEN_STRUCTURED_LOG", scope: "OWNING_FEATURE" };

/** What a task made from a plan offers (docs/rules.md#quick-log-allowed-actions). */
export function actionSchemaOf(content: DayContent, taskKind: TaskKind): StoredActionSchema {
  const metric = metricOf(content);
  return {
    taskKind,
    offlineEligible: true,
    quickCompleteEligible: metric === null && !hasOwnScreen(content),
    destinationRoute: DESTINATION_ROUTES[taskKind],
    dailyTarget: metric?.target ?? null,
    valueMode: metric?.mode ?? null,
    actions: actionsOf(content),
    requiredInputs: metric === null ? [] : [valueInput(metric)],
  };
}

/** What a habit counts; null of any other plan. */
export function metricOf(content: DayContent): Metric | null {
  return content.kind === "HABIT" ? content.metric : null;
}

/** Whether a task asks for more than a tap can say. */
function hasOwnScreen({ kind }: DayContent): boolean {
  const kinds: readonly PlanKind[] = ["PROGRAM", "CHECK_IN", "MEASUREMENT", "PHOTO"];
  return kinds.includes(kind);
}

function actionsOf(content: DayContent): TaskAction[] {
  if (metricOf(content) !== null) return [{ kind: "RECORD_VALUE", scope: "TASK" }, SKIP, UNDO];
  switch (content.kind) {
    case "HABIT":
    case "REMINDER":
      return [{ kind: "COMPLETE_TASK", scope: "TASK" }, SKIP, UNDO];
    case "SUPPLEMENT":
    case "MEAL":
      return [...itemActions(content.items.some(({ bulkEligible }) => bulkEligible)), SKIP, UNDO];
    case "PROGRAM":
      return content.skipPolicy === "NOT_ALLOWED" ? [OPEN, UNDO] : [OPEN, SKIP, UNDO];
    case "CHECK_IN":
    case "MEASUREMENT":
    case "PHOTO":
      return [OPEN, SKIP, UNDO];
    case "CUSTOM_REMINDER":
      return [];
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
