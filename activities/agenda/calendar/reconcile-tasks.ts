import type { TaskEventReason } from "../../../contract/agenda/vocabulary.ts";
import type { PlanAssignmentStatus } from "../../../contract/plans/vocabulary.ts";
import type { CompletionSummary } from "../../../contract/agenda/schema.ts";
import {
  type ReconciledChange,
  changeAgreed,
  listPlannedTasks,
  type PlannedTask,
} from "../../../db/agenda/reconciled-tasks.ts";
import { insertTasks } from "../../../db/agenda/insert-tasks.ts";
import { dayKey, type RelationshipDay } from "../../../db/agenda/queries.ts";
import { newId } from "../../../db/new-id.ts";
import { type AskingPlan, listAskingPlans } from "../../../db/plans/asking-plans.ts";
import { endPastAssignments } from "../../../db/plans/planned-dates.ts";
import { recordScopeChanges } from "../../../db/record-scope-changes.ts";
import type { Tx } from "../../../db/transact.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import {
  type Reconciliation,
  reconciliationOf,
  renewedTask,
} from "../../../rules/agenda/reconcile-task.ts";
import {
  type ImportedValue,
  manualValue,
  valueWithImport,
} from "../../../rules/agenda/imported-value.ts";
import { adherenceMetadata } from "../../../rules/agenda/what-counts.ts";
import { sourceKeyOf } from "../../../rules/plans/materialise-task.ts";
import { madeOf } from "../../../rules/plans/task-kinds.ts";
import { reconcileCards } from "./reconcile-cards.ts";
import { importsOfDays, type MeasuredTask } from "./imports-of-days.ts";
import { reconcileForms, type DayReconciliation, giveCheckInForms } from "./reconcile-forms.ts";
import { planAhead } from "./plan-ahead.ts";
import { taskOf, type ZonedDay } from "./make-tasks.ts";

/** What became of the tasks of days so that they agree with their sources. */
export interface Reconciled {
  /** Tasks that were made. */
  readonly made: readonly DayTask[];
  /** Tasks that were renewed, canceled or brought back, with their days. */
  readonly changed: readonly (RelationshipDay & { readonly id: string })[];
  /** Cards that were made, changed or put back, with their days. */
  readonly cards: readonly (RelationshipDay & { readonly id: string })[];
}

/** Opened days that are to agree with their sources. */
export interface DaysToAgree {
  /** Of each relationship the newest one last. */
  readonly days: readonly ZonedDay[];
  /** Relationships whose newest day is not the present one yet: the look opens the rest. */
  readonly behind: ReadonlySet<string>;
}

/**
 * Gives some days the tasks that running assignments ask for on them, and ends assignments that are past their last
 * day: missing ones are made, pending ones renewed where their plan has a newer revision, canceled where nobody asks
 * for them any more, and brought back where somebody does again (docs/rules.md#agenda-transitions). A fixed number
 * of statements, whatever the number of days. A form that a coach gave is asked for on the present day alone. The
 * caller holds the scopes.
 */
export async function reconcileTasks(
  tx: Tx,
  { days, behind }: DaysToAgree,
  now: Date,
): Promise<Reconciled> {
  if (days.length === 0) return { made: [], changed: [], cards: [] };
  const newest = new Map(days.map((day) => [day.relationshipId, day]));
  const newestDays = [...newest.values()];
  const presentDays = newestDays.filter(({ relationshipId }) => !behind.has(relationshipId));
  const endedPrograms = await endPastAssignments(tx, newestDays, now);
  await planAhead(tx, newestDays);
  const asking = Map.groupBy(await listAskingPlans(tx, days), dayKey);
  const tasks = Map.groupBy(await listPlannedTasks(tx, days), dayKey);
  const reconciliations = await Promise.all(
    days.map(async (day) => {
      const key = dayKey(day);
      const asked = { asking: asking.get(key) ?? [], tasks: tasks.get(key) ?? [] };
      return await reconciliationsOf(day, asked, now);
    }),
  );
  const reconciled = [
    ...(await reconcileDays(tx, reconciliations.flat())),
    await reconcileForms(tx, presentDays, now),
  ];
  const made = await storeTasks(
    tx,
    reconciled.flatMap(({ missing }) => missing),
  );
  const forms = await giveCheckInForms(tx, made, now);
  const changes = reconciled.flatMap((each) => each.changes);
  await changeAgreed(
    tx,
    changes.map(({ change }) => change),
    now,
  );
  const changed = changes.map(({ day, change }) => ({ ...day, id: change.id }));
  const asked = days.flatMap((day) =>
    (asking.get(dayKey(day)) ?? []).map((assigned) => [day, assigned] as const),
  );
  const cards = await reconcileCards(tx, asked, now);
  const told = { agenda_task: [...made, ...changed], agenda_card: cards, form_assignment: forms };
  await recordScopeChanges(tx, scopeChanges({ ...told, plan_assignment: endedPrograms }), now);
  return { made, changed, cards };
}

/** What a task has to become; what nobody asks for any more is taken back. */
type WantedTask =
  | { readonly day: ZonedDay; readonly task: PlannedTask; readonly reconciliation: "CANCEL" }
  | AskedTask;

/** One that is asked for. */
interface AskedTask {
  readonly day: ZonedDay;
  /** Null where it is to be made. */
  readonly task: PlannedTask | null;
  readonly reconciliation: Exclude<Reconciliation, "CANCEL">;
  /** As it would be made now. */
  readonly asked: DayTask;
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
    const { taskKind } = madeOf(assigned.content.kind);
    if (taskKind === null) continue;
    const source = sourceOf({ taskKind, sourceKey: sourceKeyOf(assigned) });
    const task = left.get(source) ?? null;
    left.delete(source);
    const reconciliation = reconciliationOf(task, assigned.revision);
    if (reconciliation === null || reconciliation === "CANCEL") continue;
    const asked = await taskOf(assigned, { ...day, taskKind, now });
    wanted.push({ day, task, reconciliation, asked });
  }
  for (const task of left.values())
    if (reconciliationOf(task, null) !== null) wanted.push({ day, task, reconciliation: "CANCEL" });
  return wanted;
}

/** What is made or asked for again has what was imported of its day. */
async function reconcileDays(
  tx: Tx,
  wanted: readonly WantedTask[],
): Promise<readonly DayReconciliation[]> {
  const asked = wanted.filter((each) => each.reconciliation !== "CANCEL");
  const importOf = await importsOfDays(tx, asked.map(measuredBy));
  return wanted.map((each) => {
    const { day } = each;
    if (each.reconciliation === "CANCEL")
      return { missing: [], changes: [{ day, change: changeOf(each.task, "CANCEL") }] };
    const imported = importOf(measuredBy(each));
    if (each.task !== null)
      return { missing: [], changes: [{ day, change: askedAgain(each, each.task, imported) }] };
    const completionSummary = summaryWith(each.asked.completionSummary, imported);
    return { missing: [{ ...each.asked, completionSummary }], changes: [] };
  });
}

/** What the client acted on keeps what it asks for, and so what it measures. */
function measuredBy({ day, task, asked }: AskedTask): MeasuredTask {
  if (task === null || !task.touched) return { day, snapshot: asked.snapshot };
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

/** One that is renewed or brought back; what the client acted on stays as it is. */
function askedAgain(
  { reconciliation, asked }: AskedTask,
  task: PlannedTask,
  imported: ImportedValue | null,
): ReconciledChange {
  const { touched, notOffered, form } = task;
  const renewed = touched ? null : renewedTask(asked, form ?? null);
  const completionSummary = summaryWith((renewed ?? task).completionSummary, imported);
  const change = { ...changeOf(task, reconciliation), renewed, completionSummary };
  if (reconciliation !== "RESUME") return change;
  const { snapshot } = asked;
  const counted = { completionSummary, snapshot, status: change.toStatus, notOffered };
  return { ...change, metadata: { ...adherenceMetadata({ ...counted, skipReason: null }) } };
}

/** One that runs on asks for a task no more because a newer revision leaves its day out. */
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

async function storeTasks(tx: Tx, tasks: readonly DayTask[]): Promise<readonly DayTask[]> {
  const rows = tasks.map((task) => ({ task, eventId: newId() }));
  const stored = new Set(await insertTasks(tx, rows));
  return tasks.filter(({ id }) => stored.has(id));
}

interface Changed {
  readonly relationshipId: string;
  readonly id: string;
}

/** What devices are told of each relationship: ids by type of record. */
function scopeChanges(told: Readonly<Record<string, readonly Changed[]>>) {
  const named = Object.entries(told).flatMap(([type, changed]) =>
    changed.map(({ relationshipId, id }) => ({ relationshipId, id, type })),
  );
  const byScope = Map.groupBy(named, ({ relationshipId }) => relationshipId);
  return [...byScope].map(([relationshipId, changed]) => ({
    relationshipId,
    changes: Object.fromEntries(
      [...Map.groupBy(changed, ({ type }) => type)].map(([type, of]) => [
        type,
        of.map(({ id }) => id),
      ]),
    ),
  }));
}

const sourceOf = ({ taskKind, sourceKey }: Pick<PlannedTask, "taskKind" | "sourceKey">) =>
  `${taskKind}/${sourceKey}`;
