import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import {
  listMatchedExercises,
  listMatchedItems,
  listRejections,
  lockMappings,
  type MatchedExercise,
  replaceCandidates,
} from "../../../db/exercises/thumbnails/match-rows.ts";
import { ThumbnailMapping } from "../../../db/exercises/thumbnails/thumbnail-mapping.ts";
import { lockName } from "../../../db/platform/lock-name.ts";
import { clockNow, transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import {
  type MatchingVersions,
  staysRejected,
} from "../../../rules/exercises/thumbnails/settle-match.ts";
import { type FaultLog, bisectWork, isNoRowFault } from "../../bisect-work.ts";
import { yieldRegularly } from "../../yield-regularly.ts";
import {
  type ComparedLibrary,
  compareWith,
  exerciseHash,
  findMatches,
  versionsWith,
} from "./find-matches.ts";
import { candidateColumns, type Compared, matchedColumns } from "./matched-columns.ts";
import { emitMediaUpdated, type UpdatedMedia } from "./emit-media-updated.ts";
import type { ThumbnailRanker } from "./thumbnail-ranker.ts";

/**
 * Finds pictures for a slice of the providers' exercises (docs/rooms/exercises.md#review). It skips exercises whose
 * content, libraries and versions are unchanged. A ranker, if there is one, is called before anything is locked. An
 * exercise that fails does not delay the others (docs/rooms/house.md#one-fault).
 */
export async function matchThumbnails(
  { em, log }: { readonly em: SqlEntityManager; readonly log?: FaultLog },
  ranker: ThumbnailRanker | null,
  { after: from }: MatchInput,
): Promise<MatchedSlice> {
  const fork = em.fork();
  const exercises = await listMatchedExercises(fork, { after: from, limit: SLICE });
  const library = compareWith(await listMatchedItems(fork));
  const versions = versionsWith(ranker);
  const stale = await listStale(fork, exercises, { library, versions });
  const turn = yieldRegularly();
  const compared: Compared[] = [];
  for (const exercise of stale) {
    const candidates = await findMatches(library, exercise, ranker);
    compared.push({ exercise, hash: exerciseHash(exercise), candidates });
    await turn();
  }
  const byId = new Map(compared.map((one) => [one.exercise.id, one]));
  const { doneCount: matchedCount, failedCount } = await bisectWork(
    [...byId.keys()],
    {
      async together(ids) {
        const some = ids.flatMap((id) => byId.get(id) ?? []);
        await transact(em, (tx) => settleSlice(tx, some, { library, versions }));
        return ids.length;
      },
      async alone(exerciseId, error) {
        const failureClass = faultClassOf(error);
        log?.error({ exerciseId, failureClass, err: error }, "an exercise was not matched");
      },
    },
    isNoRowFault,
  );
  const isLast = exercises.length < SLICE;
  const after = isLast ? null : (exercises.at(-1)?.id ?? null);
  return { matchedCount, failedCount, after };
}

/** Exercises of one slice. */
const SLICE = 100;

export interface MatchInput {
  /** The last exercise that was matched; null at first. */
  readonly after: string | null;
}

export interface MatchedSlice {
  /** Exercises that were matched again. */
  readonly matchedCount: number;
  /** Exercises that failed; the next run retries them. */
  readonly failedCount: number;
  /** Where the next slice continues; null at the end. */
  readonly after: string | null;
}

interface Setting {
  readonly library: ComparedLibrary;
  readonly versions: MatchingVersions;
}

async function listStale(
  em: SqlEntityManager,
  exercises: readonly MatchedExercise[],
  { library, versions }: Setting,
): Promise<readonly MatchedExercise[]> {
  const rows = await em.find(ThumbnailMapping, { exerciseId: exercises.map(({ id }) => id) });
  const known = new Map(rows.map((row) => [row.exerciseId, row]));
  return exercises.filter((exercise) =>
    isStale(known.get(exercise.id), exerciseHash(exercise), { library, versions }),
  );
}

/** True if an exercise was not matched yet with its present content and library. */
function isStale(
  mapping: ThumbnailMapping | undefined,
  hash: string,
  { library, versions }: Setting,
): boolean {
  return (
    mapping === undefined ||
    mapping.exerciseHash !== hash ||
    mapping.libraryHash !== library.hash ||
    mapping.normalisationVersion !== versions.normalisationVersion ||
    mapping.promptVersion !== versions.promptVersion
  );
}

async function settleSlice(tx: Tx, found: readonly Compared[], setting: Setting): Promise<void> {
  // A named lock, because an exercise that is matched for the first time has no row to lock.
  await lockName(tx, "match thumbnails");
  const known = await lockMappings(
    tx,
    found.map(({ exercise }) => exercise.id),
  );
  const compared = found.filter(({ exercise, hash }) =>
    isStale(known.get(exercise.id), hash, setting),
  );
  const ids = compared.map(({ exercise }) => exercise.id);
  const now = await clockNow(tx);
  const candidateIds = await replaceCandidates(
    tx,
    ids,
    compared.flatMap((one) => candidateColumns(one, { ...setting, now })),
  );
  const rejected = new Set(
    (await listRejections(tx, ids))
      .filter((pair) => staysRejected(pair, setting.versions))
      .map(({ exerciseId, itemId }) => `${exerciseId} ${itemId}`),
  );
  const updated: UpdatedMedia[] = [];
  for (const one of compared) {
    const { id } = one.exercise;
    const candidates = one.candidates.filter(({ itemId }) => !rejected.has(`${id} ${itemId}`));
    const mapping = known.get(id) ?? null;
    const before = mapping?.assetId ?? null;
    const settled = settleOne(
      tx,
      { ...one, candidates },
      { ...setting, mapping, candidateIds, now },
    );
    if (settled.assetId !== before) updated.push(settled);
  }
  await tx.flush();
  await emitMediaUpdated(tx, updated, { now, requestId: null });
}

/** The inputs of settling a slice. */
interface SettlingOne extends Setting {
  readonly mapping: ThumbnailMapping | null;
  readonly candidateIds: ReadonlyMap<string, string>;
  readonly now: Date;
}

function settleOne(tx: Tx, { exercise, hash, candidates }: Compared, at: SettlingOne) {
  const { mapping, candidateIds, ...setting } = at;
  const [best = null] = candidates;
  const candidateId =
    best === null ? null : (candidateIds.get(`${exercise.id} ${best.itemId}`) ?? null);
  const found = matchedColumns(mapping, { ...setting, exerciseHash: hash, best, candidateId });
  if (mapping === null) {
    const first = { reviewer: null, reviewedAt: null, revision: 1 };
    return tx.create(ThumbnailMapping, { exerciseId: exercise.id, ...found, ...first });
  }
  return tx.assign(mapping, { ...found, revision: mapping.revision + 1 });
}
