import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import {
  listDecidedLabels,
  lockCatalogue,
} from "../../../db/exercises/catalogue/catalogue-rows.ts";
import {
  type LabelRevision,
  listSortable,
  listUnsorted,
  markSorted,
  type SortedRow,
  writeSorted,
} from "../../../db/exercises/catalogue/sorting-rows.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import {
  decisionsOf,
  type FindDecision,
  sortExercise,
} from "../../../rules/exercises/catalogue/sort-exercise.ts";
import { searchParts } from "../../../rules/exercises/search/search-parts.ts";
import { LIBRARY_SCOPE } from "../../../db/exercises/catalogue/put-provider-exercises.ts";
import { bisectRows } from "../../bisect-rows.ts";
import { type FaultLog, isNoRowFault } from "../../bisect-work.ts";
import { PassedOver } from "../../passed-over.ts";
import { putLexicon } from "./put-lexicon.ts";

/** Exercises of one slice, and decisions that one pass applies. */
const SLICE = 200;
const MOST_DECISIONS = 200;

/** The position of a pass over a provider's exercises, and the decisions it applies. */
export type SortingPlace = {
  readonly providerKey: string;
  /** The last exercise that was sorted; null at first. */
  readonly after: string | null;
  readonly decided: readonly LabelRevision[];
  /** Exercises that failed; absent if there are none. */
  readonly failedCount?: number;
};

type Sortable = Awaited<ReturnType<typeof listSortable>>[number];

/** The start of a pass if decisions of a provider wait to be applied; otherwise null. */
export async function beginSorting(em: SqlEntityManager): Promise<SortingPlace | null> {
  const waiting = await listUnsorted(em.fork(), MOST_DECISIONS);
  const [first] = waiting;
  if (first === undefined) return null;
  const { providerKey } = first;
  const own = waiting.filter((label) => label.providerKey === providerKey);
  const decided = own.map(({ labelId, revision }) => ({ labelId, revision }));
  return { providerKey, after: null, decided };
}

/**
 * Sorts a slice of a provider's exercises by the decisions on its labels (docs/rooms/exercises.md#taxonomy). A HELD
 * exercise can be found once all its types are decided. An unchanged exercise is not written. After the last slice the
 * decisions count as applied, unless an exercise failed. It does not delay the others, and the next pass retries it
 * (docs/rooms/house.md#one-fault).
 *
 * @returns where the next slice begins; null after the last.
 * @throws PassedOver after the last slice, if exercises failed.
 */
export async function sortSlice(
  em: SqlEntityManager,
  place: SortingPlace,
  log?: FaultLog,
): Promise<SortingPlace | null> {
  const sorted = await sortOnce(em, place, writeTogether).catch(async (error: unknown) => {
    if (isNoRowFault(error)) throw error;
    return await sortOnce(em, place, writeIsolated(log));
  });
  const { next, failedCount } = sorted;
  if (next !== null) return failedCount === 0 ? next : { ...next, failedCount };
  if (failedCount > 0) throw new PassedOver(failedCount);
  return null;
}

/** Writes exercises and returns how many failed. */
type WriteSorted = (tx: Tx, rows: readonly SortedRow[], now: Date) => Promise<number>;

async function sortOnce(
  em: SqlEntityManager,
  { providerKey, after, decided, failedCount: before = 0 }: SortingPlace,
  write: WriteSorted,
) {
  return await transact(em, async (tx) => {
    await lockCatalogue(tx, providerKey);
    const find = decisionsOf(await listDecidedLabels(tx, providerKey));
    const exercises = await listSortable(tx, { providerKey, after, limit: SLICE });
    const moved = exercises.flatMap((exercise) => sortedAnew(exercise, find) ?? []);
    const failedCount = before + (await write(tx, moved, await clockNow(tx)));
    const last = exercises.at(-1);
    if (last !== undefined && exercises.length === SLICE)
      return { next: { providerKey, after: last.id, decided }, failedCount };
    if (failedCount === 0) await markSorted(tx, decided);
    return { next: null, failedCount };
  });
}

async function writeTogether(tx: Tx, rows: readonly SortedRow[], now: Date): Promise<number> {
  for (const row of rows) await writeSorted(tx, row, now);
  await putLexicon(
    tx,
    LIBRARY_SCOPE,
    rows.map(({ parts }) => parts),
  );
  return 0;
}

/** Writes under savepoints, after the slice failed as a whole. */
function writeIsolated(log: FaultLog | undefined): WriteSorted {
  return async (tx, rows, now) => {
    const { failed } = await bisectRows(tx, rows, (some) => writeTogether(tx, some, now));
    for (const { item, fault } of failed) {
      const failureClass = faultClassOf(fault);
      const { id: exerciseId } = item;
      log?.error({ exerciseId, failureClass, err: fault }, "an exercise was not sorted");
    }
    return failed.length;
  };
}

/** The new state of an exercise; null if it is unchanged. */
function sortedAnew(exercise: Sortable, find: FindDecision): SortedRow | null {
  const { id, status: before, providerLabels } = exercise;
  const { isWithheld, ...keys } = sortExercise(providerLabels, find);
  const here = isWithheld ? "HELD" : "ACTIVE";
  // An exercise that left the provider stays retired; no decision revives it.
  const status = before === "RETIRED" ? before : here;
  const isWhereItWas =
    status === before &&
    areSame(keys.muscleGroups, exercise.muscleGroups) &&
    areSame(keys.secondaryMuscleGroups, exercise.secondaryMuscleGroups) &&
    areSame(keys.equipment, exercise.equipment) &&
    areSame(keys.exerciseTypes, exercise.exerciseTypes) &&
    keys.difficulty === exercise.difficulty;
  return isWhereItWas ? null : { id, status, keys, parts: searchParts({ ...exercise, ...keys }) };
}

const areSame = (keys: readonly string[], others: readonly string[]) =>
  keys.join(" ") === others.join(" ");
