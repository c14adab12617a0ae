import { DESTINATION_ROUTES } from "../../contract/agenda/destinations.ts";
import type { Metric } from "../../contract/agenda/metric-schema.ts";
import type {
  RequiredInput,
  StoredActionSchema,
  TaskAction,
} from "../../contract/agenda/schema.ts";
import type { RequiredPayload, TaskKind } from "../../contract/agenda/vocabulary.ts";
import type { PlanKind } from "../../contract/plans/vocabulary.ts";
import { isNumeric, taskMetric } from "../agenda/task-metric.ts";
import type { DayContent } from "./assigned-plan.ts";

const COMPLETE: TaskAction = { kind: "COMPLETE_TASK", scope: "TASK" };
const RECORD_VALUE: TaskAction = { kind: "RECORD_VALUE", scope: "TASK" };
const SKIP: TaskAction = { kind: "SKIP", scope: "TASK" };
const UNDO: TaskAction = { kind: "UNDO", scope: "TASK" };
const OPEN: TaskAction = { kind: "OPEN_STRUCTURED_LOG", scope: "OWNING_FEATURE" };

/** What a task made from a plan offers (docs/rules.md#quick-log-allowed-actions). */
export function actionSchemaOf(content: DayContent, taskKind: TaskKind): StoredActionSchema {
  const metric = takenMetric(content);
  return {
    taskKind,
    offlineEligible: true,
    quickCompleteEligible: metric === null && !hasOwnScreen(content),
    destinationRoute: DESTINATION_ROUTES[taskKind],
    dailyTarget: metric !== null && isNumeric(metric) ? metric.target : null,
    valueMode: metric?.mode ?? null,
    actions: actionsOf(content),
    requiredPayload: requiredPayloadOf(content),
    requiredInputs: requiredInputsOf(content),
  };
}

/** What a habit counts; null of any other plan. */
export function metricOf(content: DayContent): Metric | null {
  return content.kind === "HABIT" ? content.metric : null;
}

/** The metric whose values a task takes one by one: a habit's, or the only one of a measurement. */
function takenMetric(content: DayContent): Metric | null {
  const metrics = content.kind === "MEASUREMENT" ? content.metrics : [];
  return taskMetric({ metric: metricOf(content), metrics });
}

/** Whether a task asks for more than a tap can say. */
function hasOwnScreen({ kind }: DayContent): boolean {
  const kinds: readonly PlanKind[] = ["PROGRAM", "CHECK_IN", "MEASUREMENT", "PHOTO"];
  return kinds.includes(kind);
}

function actionsOf(content: DayContent): TaskAction[] {
  const value = takenMetric(content) === null ? [] : [RECORD_VALUE];
  switch (content.kind) {
    case "HABIT":
    case "REMINDER":
      return [...(value.length > 0 ? value : [COMPLETE]), SKIP, UNDO];
    case "SUPPLEMENT":
    case "MEAL":
      return [...itemActions(content.items.some(({ bulkEligible }) => bulkEligible)), SKIP, UNDO];
    case "PROGRAM":
      return content.skipPolicy === "NOT_ALLOWED" ? [OPEN, UNDO] : [OPEN, SKIP, UNDO];
    case "MEASUREMENT":
    case "CHECK_IN":
    case "PHOTO":
      return [OPEN, ...value, SKIP, UNDO];
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

function requiredPayloadOf(content: DayContent): RequiredPayload {
  switch (content.kind) {
    case "HABIT":
      return metricOf(content) === null ? "NOTHING" : "VALUE";
    case "REMINDER":
    case "CUSTOM_REMINDER":
      return "NOTHING";
    case "SUPPLEMENT":
    case "MEAL":
      return "ITEMS";
    case "PROGRAM":
      return "WORKOUT_LOG";
    case "CHECK_IN":
      return "FORM_SUBMISSION";
    case "MEASUREMENT":
      return "MEASUREMENTS";
    case "PHOTO":
      return "PHOTOS";
  }
}

/** A habit's one value is named so; of a measurement each by what is measured, also where it is the only one. */
function requiredInputsOf(content: DayContent): RequiredInput[] {
  if (content.kind === "MEASUREMENT")
    return content.metrics.map((metric) => valueInput(metric.metricKind, metric));
  const metric = metricOf(content);
  return metric === null ? [] : [valueInput("value", metric)];
}

function valueInput(key: string, metric: Metric): RequiredInput {
  const input = { key, required: true };
  if (!isNumeric(metric)) return { ...input, type: metric.type };
  const { unit, min, max } = metric;
  return { ...input, type: "number", unit, min, max };
}
