import { faultClassOf, rowFaultOf } from "../../../db/platform/transactions/fault-class.ts";
import { dayKey, type RelationshipDay } from "../../../db/agenda/queries.ts";
import { putWithheld, type WithheldRow } from "../../../db/agenda/withheld/put-withheld.ts";
import { endPastAssignments } from "../../../db/plans/planned-dates.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import type { ZonedDay } from "../calendar/planned-task.ts";
import {
  agreeOnDays,
  type DaysToAgree,
  newestOf,
  type Reconciled,
} from "../calendar/reconcile-tasks.ts";
import { bisectRows } from "../../bisect-rows.ts";
import { CODE_VERSION } from "./code-version.ts";
import { type DayOccurrence, listDayOccurrences } from "./list-day-occurrences.ts";
import { setOf } from "./occurrence-set.ts";
import { withheldTry } from "./withheld-try.ts";

/**
 * Repeats `reconcileTasks` after a row fault: it tries occurrences together under a savepoint and bisects them. Those
 * that fail alone are withheld from their days (docs/rooms/agenda.md#withheld-occurrences). The caller holds the
 * scopes' locks.
 *
 * @throws any fault that no occurrence caused.
 */
export async function isolateOccurrences(
  tx: Tx,
  toReconcile: DaysToAgree,
  now: Date,
): Promise<Isolated> {
  const { days } = toReconcile;
  if (days.length === 0) return { made: [], changed: [], cards: [], withheld: [] };
  await endPast(tx, newestOf(days), now);
  const occurrences = await listDayOccurrences(tx, toReconcile, now);
  return await tryOccurrences(tx, toReconcile, { occurrences, now, codeVersion: CODE_VERSION });
}

/** An occurrence that was withheld from its day. Its fault is logged and never stored. */
export interface FaultyOccurrence extends WithheldRow {
  readonly fault: unknown;
}

/** The changes to days, and the occurrences withheld from them. */
export interface Isolated extends Reconciled {
  readonly withheld: readonly FaultyOccurrence[];
}

/** The occurrences to try. */
export interface OccurrencesToTry {
  readonly occurrences: readonly DayOccurrence[];
  readonly now: Date;
  /** Failures of this version of the code are not repeated; null to try everything again. */
  readonly codeVersion: string | null;
}

/** Tries occurrences of opened days, and withholds those that fail alone. The caller holds the scopes' locks. */
export async function tryOccurrences(
  tx: Tx,
  { days, behind, newestDays = newestOf(days) }: DaysToAgree & { newestDays?: readonly ZonedDay[] },
  { occurrences, now, codeVersion }: OccurrencesToTry,
): Promise<Isolated> {
  const { done, failed } = await bisectRows(tx, occurrences, async (some) => {
    const part = { days: daysIn(days, some), behind, newestDays: daysIn(newestDays, some) };
    return await agreeOnDays(tx, part, { now, only: setOf(some), codeVersion });
  });
  const withheld = failed.map(({ item, fault }) => faultyOccurrence(item, fault));
  await putWithheld(tx, withheld, withheldTry(now));
  return {
    made: done.flatMap(({ made }) => made),
    changed: done.flatMap(({ changed }) => changed),
    cards: done.flatMap(({ cards }) => cards),
    withheld,
  };
}

async function endPast(tx: Tx, newestDays: readonly ZonedDay[], now: Date): Promise<void> {
  const ended = await endPastAssignments(tx, newestDays, now);
  const changes = [...Map.groupBy(ended, ({ relationshipId }) => relationshipId)].map(
    ([relationshipId, own]) => ({
      relationshipId,
      changes: { plan_assignment: own.map(({ id }) => id) },
    }),
  );
  await recordScopeChanges(tx, changes, now);
}

function daysIn(
  days: readonly ZonedDay[],
  occurrences: readonly RelationshipDay[],
): readonly ZonedDay[] {
  const keys = new Set(occurrences.map(dayKey));
  return days.filter((day) => keys.has(dayKey(day)));
}

function faultyOccurrence(occurrence: DayOccurrence, fault: unknown): FaultyOccurrence {
  const faultKind = rowFaultOf(fault);
  if (faultKind === null) throw fault;
  return { ...occurrence, faultKind, faultClass: faultClassOf(fault), fault };
}
