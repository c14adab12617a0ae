import { changeAgreed } from "../../../db/agenda/list-planned-tasks.ts";
import { insertTasks } from "../../../db/agenda/insert-tasks.ts";
import type { RelationshipDay } from "../../../db/agenda/queries.ts";
import {
  type SnapshotKeyOf,
  storeSnapshots,
} from "../../../db/agenda/snapshots/store-snapshots.ts";
import { deleteWithheld } from "../../../db/agenda/withheld/put-withheld.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { endPastAssignments } from "../../../db/plans/planned-dates.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../../rules/agenda/agenda-task.ts";
import { CODE_VERSION } from "../isolation/code-version.ts";
import type { ZonedDay } from "./planned-task.ts";
import { planAhead } from "./plan-ahead.ts";
import { reconcileCards } from "./reconcile-cards.ts";
import { type Agreeing, giveCheckInForms, reconcileForms } from "./reconcile-forms.ts";
import { reconcilePlans } from "./reconcile-plans.ts";

/**
 * Makes the tasks of some days agree with their running assignments, and ends assignments past their last day
 * (docs/rooms/agenda.md#transitions):
 * - Missing tasks are created.
 * - Pending tasks are renewed if their plan has a newer revision, and canceled if no source asks for them.
 * - Canceled tasks are resumed if a source asks again.
 *
 * Withheld occurrences stay unchanged (docs/rooms/agenda.md#withheld-occurrences). Forms of a coach apply to the
 * present day only. The number of statements does not depend on the number of days. The caller holds the scopes'
 * locks.
 */
export async function reconcileTasks(
  tx: Tx,
  toReconcile: DaysToAgree,
  now: Date,
): Promise<Reconciled> {
  const { days } = toReconcile;
  if (days.length === 0) return { made: [], changed: [], cards: [] };
  const newestDays = newestOf(days);
  const endedPrograms = await endPastAssignments(tx, newestDays, now);
  const agreeing = { now, only: null, codeVersion: CODE_VERSION };
  return await agreeOnDays(tx, { ...toReconcile, newestDays }, { ...agreeing, endedPrograms });
}

/** Changes to the tasks and cards of days that made them agree with their sources. */
export interface Reconciled {
  /** Created tasks. */
  readonly made: readonly DayTask[];
  /** Tasks that were renewed, canceled or resumed, with their days. */
  readonly changed: readonly (RelationshipDay & { readonly id: string })[];
  /** Cards that were created, changed or restored, with their days. */
  readonly cards: readonly (RelationshipDay & { readonly id: string })[];
}

/** Opened days that must agree with their sources. */
export interface DaysToAgree {
  /** The newest day of each relationship comes last. */
  readonly days: readonly ZonedDay[];
  /** Relationships whose newest day is not yet the present one; the scan opens the rest. */
  readonly behind: ReadonlySet<string>;
}

/** The newest day of each relationship. */
export function newestOf(days: readonly ZonedDay[]): readonly ZonedDay[] {
  return [...new Map(days.map((day) => [day.relationshipId, day])).values()];
}

/**
 * The part of {@link reconcileTasks} that runs for each occurrence, for all of them or some.
 *
 * @param newestDays the newest day of each relationship, among the days.
 * @param endedPrograms assignments that just ended; they are recorded for devices with the rest.
 */
export async function agreeOnDays(
  tx: Tx,
  { days, behind, newestDays }: DaysToAgree & { readonly newestDays: readonly ZonedDay[] },
  {
    now,
    only,
    codeVersion,
    endedPrograms = [],
  }: Agreeing & { readonly endedPrograms?: readonly Changed[] },
): Promise<Reconciled> {
  const presentDays = newestDays.filter(({ relationshipId }) => !behind.has(relationshipId));
  await planAhead(tx, newestDays, only);
  const plans = await reconcilePlans(tx, days, { now, only, codeVersion });
  const forms = await reconcileForms(tx, presentDays, { now, only, codeVersion });
  const reconciled = [...plans.reconciled, forms];
  const missing = reconciled.flatMap((each) => each.missing);
  const dayChanges = reconciled.flatMap((each) => each.changes);
  const changes = dayChanges.map(({ change }) => change);
  const renewed = changes.flatMap((change) => change.renewed ?? []);
  const keyOf = await storeSnapshots(tx, [...missing, ...renewed]);
  const made = await storeTasks(tx, missing, keyOf);
  const given = await giveCheckInForms(tx, made, now);
  await changeAgreed(tx, { changes, keyOf }, now);
  const changed = dayChanges.map(({ day, change }) => ({ ...day, id: change.id }));
  const cards = await reconcileCards(tx, plans.planned, now);
  await deleteWithheld(tx, [...plans.shown, ...forms.shown]);
  const records = {
    agenda_task: [...made, ...changed],
    agenda_card: cards,
    form_assignment: given,
  };
  await recordScopeChanges(tx, scopeChanges({ ...records, plan_assignment: endedPrograms }), now);
  return { made, changed, cards };
}

async function storeTasks(
  tx: Tx,
  tasks: readonly DayTask[],
  keyOf: SnapshotKeyOf,
): Promise<readonly DayTask[]> {
  const rows = tasks.map((task) => ({ task, eventId: newId(), snapshotKey: keyOf(task) }));
  const stored = new Set(await insertTasks(tx, rows));
  return tasks.filter(({ id }) => stored.has(id));
}

interface Changed {
  readonly relationshipId: string;
  readonly id: string;
}

/** Scope changes of each relationship: ids by type of record. */
function scopeChanges(records: Readonly<Record<string, readonly Changed[]>>) {
  const named = Object.entries(records).flatMap(([type, changed]) =>
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
