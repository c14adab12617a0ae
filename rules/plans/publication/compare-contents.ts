import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import type { PlanDifference } from "../../../contract/plans/publication-schema.ts";
import {
  COMPARED_FIELDS,
  type ComparedField,
  type DifferenceChange,
} from "../../../contract/plans/publication-vocabulary.ts";
import { compareLists } from "./compare-lists.ts";
import { compareProgramDays } from "./compare-program-days.ts";

/**
 * The differences between two contents of a plan, in the order of {@link COMPARED_FIELDS}, then part by part
 * (docs/rooms/plans.md#preview). Equal differences on several days of a program are one.
 */
export function compareContents(
  before: PlanContent,
  after: PlanContent,
): readonly PlanDifference[] {
  return [...compareFields(before, after), ...compareParts(before, after)];
}

function compareFields(before: PlanContent, after: PlanContent): readonly PlanDifference[] {
  const old = fieldsOf(before);
  const present = fieldsOf(after);
  return COMPARED_FIELDS.flatMap((field): PlanDifference[] => {
    const texts = { before: old[field] ?? null, after: present[field] ?? null };
    if (texts.before === texts.after) return [];
    return [{ subject: "PLAN", change: changeOf(texts), field, ...texts }];
  });
}

function changeOf({
  before,
  after,
}: Readonly<Record<"before" | "after", string | null>>): DifferenceChange {
  if (before === null) return "ADDED";
  return after === null ? "REMOVED" : "CHANGED";
}

/** The fields of a plan as texts; those that it does not have are absent. */
function fieldsOf(content: PlanContent): Readonly<Partial<Record<ComparedField, string | null>>> {
  const { title, instructions, startTime, dueTime, timeCritical, priority } = content;
  const every = {
    title,
    instructions,
    startTime,
    dueTime,
    timeCritical: String(timeCritical),
    priority: String(priority),
  };
  if (content.kind === "PROGRAM") {
    const { skipPolicy, reviewWanted, packagePolicy, weeks } = content;
    const { canStartOffline, requiresRefreshBeforeStart } = packagePolicy;
    return {
      ...every,
      weeks: String(weeks.length),
      skipPolicy,
      reviewWanted: String(reviewWanted),
      canStartOffline: String(canStartOffline),
      requiresRefreshBeforeStart: String(requiresRefreshBeforeStart),
    };
  }
  const { rrule, exdates } = content.recurrence;
  const snooze = "snooze" in content ? content.snooze : undefined;
  return {
    ...every,
    rrule,
    exdates: exdates.length === 0 ? null : exdates.join(","),
    ...("formVersionId" in content && { formVersionId: content.formVersionId }),
    ...("source" in content && { source: content.source }),
    ...(snooze !== undefined && {
      snoozeMinutes: snooze.minutes.join(","),
      mostSnoozes: String(snooze.most),
    }),
  };
}

function compareParts(before: PlanContent, after: PlanContent): readonly PlanDifference[] {
  if (before.kind === "PROGRAM" && after.kind === "PROGRAM")
    return compareProgramDays(before.weeks, after.weeks);
  const items = compareLists(
    itemsOf(before),
    itemsOf(after),
    ({ itemKey, label }) => itemKey ?? label,
  );
  const metrics = compareLists(metricsOf(before), metricsOf(after), ({ metricKind }) => metricKind);
  const poses = compareLists(posesOf(before), posesOf(after), (pose) => pose);
  return [
    ...items.map((item) => ({ subject: "ITEM", ...item }) as const),
    ...metrics.map((metric) => ({ subject: "METRIC", ...metric }) as const),
    ...poses.map((pose) => ({ subject: "POSE", ...pose }) as const),
  ];
}

const itemsOf = (content: PlanContent) => ("items" in content ? (content.items ?? []) : []);
const posesOf = (content: PlanContent) => ("poses" in content ? content.poses : []);

function metricsOf(content: PlanContent) {
  if ("metrics" in content) return content.metrics;
  return "metric" in content && content.metric !== null ? [content.metric] : [];
}
