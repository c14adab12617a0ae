import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { faultClassOf } from "../../../db/fault-class.ts";
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
import { clockNow, transact, type Tx } from "../../../db/transact.ts";
import {
  decisionsOf,
  type FindDecision,
  sortExercise,
} from "../../../rules/exercises/catalogue/sort-exercise.ts";
import { searchParts } from "../../../rules/exercises/search/search-parts.ts";
import { LIBRARY_SCOPE } from "../../../db/exercises/catalogue/exercise-writes.ts";
import { bisectRows } from "../../bisect-rows.ts";
import { type FaultLog, isNoRowFault } from "../../bisect-work.ts";
import { PassedOver } from "../../passed-over.ts";
import { putLexicon } from "./put-lexicon.ts";

/** Exercises of one slice, and decisions that one pass applies. */
const SLICE = 200;
const MOST_DECISIONS = 200;

/** How far a pass over a provider's exercises has come, and which decisions it applies. */
export type SortingPlace = {
  readonly providerKey: string;
  /** The exercise that was looked at last; null at first. */
  readonly after: string | null;
  readonly decided: readonly LabelRevision[];
  /** Exercises that failed by themselves; absent without any. */
  readonly failedCount?: number;
};

type Sortable = Awaited<ReturnType<typeof listSortable>>[number];

/** Where a pass begins, when decisions of a provider wait to be applied; null when none does. */
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
 * Puts a slice of a provider's exercises where they stand by what was decided on its labels
 * (docs/rooms/exercises.md#taxonomy): held ones are found once each of their types was looked at. What stands there
 * already is not written. After the last slice the decisions count as applied, unless an exercise failed by itself: it
 * holds up no other, and the next pass comes to it again (docs/rooms/house.md#one-fault).
 *
 * @returns where the next slice begins; null after the last.
 * @throws PassedOver after the last, where exercises failed by themselves.
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

/** Writes exercises; answers how many failed by themselves. */
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

/** Under savepoints, once the slice failed as a whole. */
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

/** Where an exercise stands now; null where it stood there before. */
function sortedAnew(exercise: Sortable, find: FindDecision): SortedRow | null {
  const { id, status: before, providerLabels } = exercise;
  const { isHeld, ...keys } = sortExercise(providerLabels, find);
  const here = isHeld ? "HELD" : "ACTIVE";
  // What left the provider stays away, whatever is decided.
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
