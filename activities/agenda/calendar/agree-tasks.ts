import {
  type AgreedChange,
  changeAgreed,
  listPlannedTasks,
  type PlannedTask,
} from "../../../db/agenda/agreed-tasks.ts";
import { insertTasks } from "../../../db/agenda/insert-tasks.ts";
import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import { newId } from "../../../db/new-id.ts";
import { type AskingPlan, listAskingPlans } from "../../../db/plans/asking-plans.ts";
import { endPastAssignments } from "../../../db/plans/planned-dates.ts";
import { recordScopeChanges } from "../../../db/record-scope-changes.ts";
import type { Tx } from "../../../db/transact.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import { type Agreement, agreementOf } from "../../../rules/agenda/agree-task.ts";
import { adherenceMetadata } from "../../../rules/agenda/what-counts.ts";
import { sourceKeyOf } from "../../../rules/plans/materialise-task.ts";
import { madeOf } from "../../../rules/plans/task-kinds.ts";
import { agreeCards } from "./agree-cards.ts";
import { planAhead } from "./plan-ahead.ts";
import { taskOf, type ZonedDay } from "./make-tasks.ts";

/** What became of the tasks of days so that they agree with their sources. */
export interface Agreed {
  /** Tasks that were made. */
  readonly made: readonly DayTask[];
  /** Tasks that were renewed, canceled or brought back, with their days. */
  readonly changed: readonly (RelationshipDay & { readonly id: string })[];
  /** Cards that were made, changed or put back, with their days. */
  readonly cards: readonly (RelationshipDay & { readonly id: string })[];
}

/**
 * Gives some days the tasks that running assignments ask for on them, and ends assignments that are past their last
 * day: missing ones are made, pending ones renewed where their plan has a newer revision, canceled where nobody asks
 * for them any more, and brought back where somebody does again (docs/rules.md#agenda-transitions). A fixed number
 * of statements, whatever the number of days. The caller holds the scopes.
 *
 * @param days opened days, and of each relationship the present one last.
 */
export async function agreeTasks(tx: Tx, days: readonly ZonedDay[], now: Date): Promise<Agreed> {
  if (days.length === 0) return { made: [], changed: [], cards: [] };
  const present = new Map(days.map((day) => [day.relationshipId, day]));
  const presentDays = [...present.values()];
  await endPastAssignments(tx, presentDays, now);
  await planAhead(tx, presentDays);
  const asking = Map.groupBy(await listAskingPlans(tx, days), dayKey);
  const tasks = Map.groupBy(await listPlannedTasks(tx, days), dayKey);
  const agreements = await Promise.all(
    days.map(async (day) => {
      const key = dayKey(day);
      const asked = { asking: asking.get(key) ?? [], tasks: tasks.get(key) ?? [] };
      return await agreeDay(day, asked, now);
    }),
  );
  const made = await storeTasks(
    tx,
    agreements.flatMap(({ missing }) => missing),
  );
  const changes = agreements.flatMap((each) => each.changes);
  await changeAgreed(
    tx,
    changes.map(({ change }) => change),
    now,
  );
  const changed = changes.map(({ day, change }) => ({ ...day, id: change.id }));
  const asked = days.flatMap((day) =>
    (asking.get(dayKey(day)) ?? []).map((assigned) => [day, assigned] as const),
  );
  const cards = await agreeCards(tx, asked, now);
  await recordScopeChanges(tx, scopeChanges([...made, ...changed], cards), now);
  return { made, changed, cards };
}

/** What agreeing on one day takes. */
interface DayAgreement {
  readonly missing: readonly DayTask[];
  readonly changes: readonly { readonly day: RelationshipDay; readonly change: AgreedChange }[];
}

async function agreeDay(
  day: ZonedDay,
  {
    asking,
    tasks,
  }: { readonly asking: readonly AskingPlan[]; readonly tasks: readonly PlannedTask[] },
  now: Date,
): Promise<DayAgreement> {
  const missing: DayTask[] = [];
  const changes: DayAgreement["changes"][number][] = [];
  const left = new Map(tasks.map((task) => [sourceOf(task), task]));
  for (const assigned of asking) {
    const { taskKind } = madeOf(assigned.content.kind);
    if (taskKind === null) continue;
    const source = sourceOf({ taskKind, sourceKey: sourceKeyOf(assigned) });
    const task = left.get(source) ?? null;
    left.delete(source);
    const agreement = agreementOf(task, assigned.revision);
    if (agreement === null) continue;
    const asked = await taskOf(assigned, { ...day, taskKind, now });
    if (task === null) missing.push(asked);
    else changes.push({ day, change: askedAgain(task, agreement, asked) });
  }
  for (const task of left.values()) {
    if (agreementOf(task, null) !== null)
      changes.push({ day, change: changeOf(task, "CANCEL", null) });
  }
  return { missing, changes };
}

const REASONS = {
  MAKE: "MATERIALIZED",
  REFRESH: "SOURCE_CHANGED",
  RESUME: "SOURCE_RESUMED",
  CANCEL: "ASSIGNMENT_ENDED",
} as const;

/** One that is renewed or brought back; what the client acted on stays as it is. */
function askedAgain(task: PlannedTask, agreement: Agreement, asked: DayTask): AgreedChange {
  const { touched, notOffered, completionSummary } = task;
  const renewed = touched ? null : asked;
  const change = changeOf(task, agreement, renewed);
  if (agreement !== "RESUME") return change;
  const { snapshot } = asked;
  const done = { completionSummary: renewed?.completionSummary ?? completionSummary, snapshot };
  const counted = { ...done, status: change.toStatus, skipReason: null, notOffered };
  return { ...change, metadata: { ...adherenceMetadata(counted) } };
}

function changeOf(
  { id, status, revision }: PlannedTask,
  agreement: Agreement,
  renewed: DayTask | null,
): AgreedChange {
  return {
    id,
    eventId: newId(),
    reason: REASONS[agreement],
    fromStatus: status,
    toStatus: agreement === "CANCEL" ? "CANCELED" : "PENDING",
    revision,
    metadata: {},
    renewed,
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

function scopeChanges(tasks: readonly Changed[], cards: readonly Changed[]) {
  const named = [
    ...tasks.map((task) => ({ ...task, type: "agenda_task" })),
    ...cards.map((card) => ({ ...card, type: "agenda_card" })),
  ];
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

const dayKey = ({ relationshipId, localDate }: RelationshipDay) => `${relationshipId}/${localDate}`;

const sourceOf = ({ taskKind, sourceKey }: Pick<PlannedTask, "taskKind" | "sourceKey">) =>
  `${taskKind}/${sourceKey}`;
