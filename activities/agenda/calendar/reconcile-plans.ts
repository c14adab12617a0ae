import type { CompletionSummary } from "../../../contract/agenda/schema.ts";
import type { TaskEventReason } from "../../../contract/agenda/vocabulary.ts";
import type { PlanAssignmentStatus } from "../../../contract/plans/vocabulary.ts";
import { dayKey } from "../../../db/agenda/queries.ts";
import {
  listPlannedTasks,
  type PlannedTask,
  type ReconciledChange,
} from "../../../db/agenda/list-planned-tasks.ts";
import type { OccurrenceKey } from "../../../db/agenda/withheld/put-withheld.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { type AskingPlan, listAskingPlans } from "../../../db/plans/asking-plans.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import {
  type ImportedValue,
  manualValue,
  valueWithImport,
} from "../../../rules/agenda/imported-value.ts";
import {
  type Reconciliation,
  reconciliationOf,
  renewedTask,
} from "../../../rules/agenda/reconciliation.ts";
import { adherenceMetadata } from "../../../rules/agenda/adherence.ts";
import { sourceKeyOf } from "../../../rules/plans/materialise-task.ts";
import { taskKindOf } from "../../../rules/plans/task-kind.ts";
import { isMeant, setOf } from "../isolation/occurrence-set.ts";
import { importsOfDays, type MeasuredTask } from "./imports-of-days.ts";
import { plannedTaskOf, type ZonedDay } from "./planned-task.ts";
import type { Agreeing, DayReconciliation } from "./reconcile-forms.ts";

/**
 * Computes the changes that make some days agree with their running plans; withheld occurrences stay unchanged. Two
 * statements, and one for imported values. The caller holds the scopes' locks.
 */
export async function reconcilePlans(
  tx: Tx,
  days: readonly ZonedDay[],
  { now, only, codeVersion }: Agreeing,
): Promise<PlanReconciliation> {
  const choice = { codeVersion, assignmentIds: only?.sourceIds ?? null };
  const { asking, withheld } = await listAskingPlans(tx, days, choice);
  const meant = asking.filter((plan) => isMeant(only, plan, plan.assignmentId));
  const withheldKeys = setOf(withheld.map((plan) => ({ ...plan, sourceId: plan.assignmentId })));
  const planned = (await listPlannedTasks(tx, days)).filter(
    (task) => isMeant(only, task, task.sourceId) && !withheldKeys.has(task, task.sourceId),
  );
  const plans = Map.groupBy(meant, dayKey);
  const tasks = Map.groupBy(planned, dayKey);
  const wanted = await Promise.all(
    days.map(async (day) => {
      const key = dayKey(day);
      const ofDay = { asking: plans.get(key) ?? [], tasks: tasks.get(key) ?? [] };
      return await reconciliationsOf(day, ofDay, now);
    }),
  );
  return {
    reconciled: await reconcileDays(tx, wanted.flat()),
    planned: days.flatMap((day) =>
      (plans.get(dayKey(day)) ?? []).map((assigned) => [day, assigned] as const),
    ),
    shown: meant.filter(({ isRetried }) => isRetried).map(keyOfPlan),
  };
}

/** The changes that make days agree with their plans. */
export interface PlanReconciliation {
  readonly reconciled: readonly DayReconciliation[];
  /** The assigned plans that have an occurrence on a day, with that day. */
  readonly planned: readonly (readonly [day: ZonedDay, assigned: AskingPlan])[];
  /** Occurrences that were withheld and succeed now. */
  readonly shown: readonly OccurrenceKey[];
}

function keyOfPlan({ relationshipId, localDate, assignmentId }: AskingPlan): OccurrenceKey {
  return { relationshipId, localDate, sourceType: "PLAN_ASSIGNMENT", sourceId: assignmentId };
}

/** The change of one task: it is canceled if no source asks for it any more. */
type WantedTask =
  | { readonly day: ZonedDay; readonly task: PlannedTask; readonly reconciliation: "CANCEL" }
  | TaskToReconcile;

/** A task that a source asks for. */
interface TaskToReconcile {
  readonly day: ZonedDay;
  /** Null if it must be created. */
  readonly task: PlannedTask | null;
  readonly reconciliation: Exclude<Reconciliation, "CANCEL">;
  readonly planned: DayTask;
}

async function reconciliationsOf(
  day: ZonedDay,
  {
    asking,
    tasks,
  }: { readonly asking: readonly AskingPlan[]; readonly tasks: readonly PlannedTask[] },
  now: Date,
): Promise<readonly WantedTask[]> {
  const wanted: WantedTask[] = [];
  const left = new Map(tasks.map((task) => [sourceOf(task), task]));
  for (const assigned of asking) {
    const { taskKind } = taskKindOf(assigned.content.kind);
    if (taskKind === null) continue;
    const source = sourceOf({ taskKind, sourceKey: sourceKeyOf(assigned) });
    const task = left.get(source) ?? null;
    left.delete(source);
    const reconciliation = reconciliationOf(task, assigned.revision);
    if (reconciliation === null || reconciliation === "CANCEL") continue;
    const planned = await plannedTaskOf(assigned, { ...day, taskKind, now });
    wanted.push({ day, task, reconciliation, planned });
  }
  for (const task of left.values())
    if (reconciliationOf(task, null) !== null) wanted.push({ day, task, reconciliation: "CANCEL" });
  return wanted;
}

/** A created or resumed task gets the values that were imported for its day. */
async function reconcileDays(
  tx: Tx,
  wanted: readonly WantedTask[],
): Promise<readonly DayReconciliation[]> {
  const planned = wanted.filter((each) => each.reconciliation !== "CANCEL");
  const importOf = await importsOfDays(tx, planned.map(measuredBy));
  return wanted.map((each) => {
    const { day } = each;
    if (each.reconciliation === "CANCEL")
      return { missing: [], changes: [{ day, change: changeOf(each.task, "CANCEL") }] };
    const imported = importOf(measuredBy(each));
    if (each.task !== null)
      return { missing: [], changes: [{ day, change: plannedChange(each, each.task, imported) }] };
    const completionSummary = summaryWith(each.planned.completionSummary, imported);
    return { missing: [{ ...each.planned, completionSummary }], changes: [] };
  });
}

/** A task that the client has acted on keeps its snapshot, and therefore its metrics. */
function measuredBy({ day, task, planned }: TaskToReconcile): MeasuredTask {
  if (task === null || !task.touched) return { day, snapshot: planned.snapshot };
  const { metric, metrics } = task;
  return { day, snapshot: { metric, ...(metrics && { metrics }) } };
}

function summaryWith(
  summary: CompletionSummary,
  imported: ImportedValue | null,
): CompletionSummary {
  return { ...summary, value: valueWithImport(manualValue(summary.value), imported) };
}

const REASONS = {
  MAKE: "MATERIALIZED",
  REFRESH: "SOURCE_CHANGED",
  RESUME: "SOURCE_RESUMED",
  CANCEL: "ASSIGNMENT_ENDED",
} as const;

/** Renews or resumes a task; one that the client has acted on keeps its content. */
function plannedChange(
  { reconciliation, planned }: TaskToReconcile,
  task: PlannedTask,
  imported: ImportedValue | null,
): ReconciledChange {
  const { touched, notOffered, form } = task;
  const renewed = touched ? null : renewedTask(planned, form ?? null);
  const completionSummary = summaryWith((renewed ?? task).completionSummary, imported);
  const change = { ...changeOf(task, reconciliation), renewed, completionSummary };
  if (reconciliation !== "RESUME") return change;
  const { snapshot } = planned;
  const counted = { completionSummary, snapshot, status: change.toStatus, notOffered };
  return { ...change, metadata: { ...adherenceMetadata({ ...counted, skipReasons: [] }) } };
}

/** If the assignment still runs, its task is canceled because a newer revision leaves the day out. */
function reasonOf(reconciliation: Reconciliation, status: PlanAssignmentStatus): TaskEventReason {
  const isLeftOut = reconciliation === "CANCEL" && status === "ACTIVE";
  return isLeftOut ? "SOURCE_CHANGED" : REASONS[reconciliation];
}

function changeOf(
  { id, status, revision, assignmentStatus }: PlannedTask,
  reconciliation: Reconciliation,
): ReconciledChange {
  return {
    id,
    eventId: newId(),
    reason: reasonOf(reconciliation, assignmentStatus),
    fromStatus: status,
    toStatus: reconciliation === "CANCEL" ? "CANCELED" : "PENDING",
    revision,
    metadata: {},
    renewed: null,
    completionSummary: null,
  };
}

const sourceOf = ({ taskKind, sourceKey }: Pick<PlannedTask, "taskKind" | "sourceKey">) =>
  `${taskKind}/${sourceKey}`;
