import { taskId } from "../../../contract/agenda/task-id.ts";
import {
  listFormSources,
  listPlanSources,
  type PlanSource,
} from "../../../db/agenda/withheld/queries.ts";
import type { WithheldRow } from "../../../db/agenda/withheld/put-withheld.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { formSourceKey } from "../../../rules/forms/ask-check-in.ts";
import { sourceKeyOf } from "../../../rules/plans/materialise-task.ts";
import { spanOn } from "../../../rules/plans/plan-dates.ts";
import { taskKindOf } from "../../../rules/plans/task-kind.ts";
import { digestOfIds, type ZonedDay } from "../calendar/planned-task.ts";
import { withdrawnBefore } from "../calendar/reconcile-forms.ts";
import { type DaysToAgree, newestOf } from "../calendar/reconcile-tasks.ts";

/**
 * Lists all possible occurrences of some days, grouped by source, so that a source that always fails is found in few
 * tries. Two statements; neither reads anything that a faulty plan may break.
 */
export async function listDayOccurrences(
  tx: Tx,
  { days, behind }: DaysToAgree,
  now: Date,
): Promise<readonly DayOccurrence[]> {
  const plans = await listPlanSources(tx, days);
  const daysOf = Map.groupBy(days, ({ relationshipId }) => relationshipId);
  const ofPlans = plans.flatMap((plan) =>
    (daysOf.get(plan.relationshipId) ?? []).map((day) => planOccurrence(plan, day)),
  );
  const presentDays = newestOf(days).filter(({ relationshipId }) => !behind.has(relationshipId));
  const present = new Map(presentDays.map((day) => [day.relationshipId, day]));
  const forms = await listFormSources(tx, [...present.keys()], withdrawnBefore(now));
  const ofForms = forms.flatMap(({ relationshipId, sourceId }) => {
    const day = present.get(relationshipId);
    return day === undefined ? [] : [formOccurrence(day, sourceId)];
  });
  return await Promise.all([...ofPlans, ...ofForms]);
}

/** A possible occurrence of a day, as it is stored when it is withheld. */
export type DayOccurrence = Omit<WithheldRow, "faultKind" | "faultClass">;

async function planOccurrence(
  { sourceId, spans, planKind }: PlanSource,
  { relationshipId, localDate }: ZonedDay,
): Promise<DayOccurrence> {
  const { taskKind } = taskKindOf(planKind);
  const sourceKey = sourceKeyOf({ assignmentId: sourceId });
  const key = { relationshipId, localDate, sourceKey };
  return {
    relationshipId,
    localDate,
    sourceType: "PLAN_ASSIGNMENT",
    sourceId,
    sourceRevision: spanOn(spans, localDate)?.revision ?? 0,
    taskKind,
    taskId: taskKind === null ? null : await taskId({ ...key, taskKind }, digestOfIds),
  };
}

async function formOccurrence(
  { relationshipId, localDate }: ZonedDay,
  sourceId: string,
): Promise<DayOccurrence> {
  const taskKind = "CHECK_IN" as const;
  const key = { relationshipId, localDate, taskKind, sourceKey: formSourceKey(sourceId) };
  const id = await taskId(key, digestOfIds);
  const source = { sourceType: "FORM_ASSIGNMENT", sourceId, sourceRevision: 1 } as const;
  return { relationshipId, localDate, ...source, taskKind, taskId: id };
}
