import {
  listDecidedLabels,
  listKnownItems,
  lockCatalogue,
  putLabels,
} from "../../../db/exercises/catalogue/catalogue-rows.ts";
import {
  LIBRARY_SCOPE,
  type ProviderRow,
  putProviderExercises,
} from "../../../db/exercises/catalogue/put-provider-exercises.ts";
import { newId } from "../../../db/platform/new-id.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { contentHash } from "../../../rules/exercises/catalogue/content-hash.ts";
import type { ProviderExercise } from "../../../rules/exercises/catalogue/provider-exercise.ts";
import {
  decisionsOf,
  type FindDecision,
  knownNode,
  labelsOf,
  sortExercise,
} from "../../../rules/exercises/catalogue/sort-exercise.ts";
import { searchParts } from "../../../rules/exercises/search/search-parts.ts";
import { putLexicon } from "./put-lexicon.ts";

/**
 * Stores a provider's exercises in the catalogue, in the caller's transaction. An identical description writes
 * nothing (docs/rooms/exercises.md#refresh).
 */
export async function storeExercises(
  tx: Tx,
  { providerKey, exercises, now }: ExercisesToStore,
): Promise<CatalogueChanges> {
  await lockCatalogue(tx, providerKey);
  const byId = new Map(exercises.map((exercise) => [exercise.providerExerciseId, exercise]));
  const found = await listKnownItems(tx, providerKey, [...byId.keys()]);
  const known = new Map(found.map((item) => [item.providerExerciseId, item]));
  const news: { exercise: ProviderExercise; hash: string; id: string | null }[] = [];
  for (const exercise of byId.values()) {
    const hash = await contentHash(exercise);
    const before = known.get(exercise.providerExerciseId);
    if (before?.contentHash === hash && before.status !== "RETIRED") continue;
    news.push({ exercise, hash, id: before?.id ?? null });
  }
  if (news.length === 0) return { added: 0, changed: 0, held: 0 };
  const find = await decide(tx, {
    providerKey,
    exercises: news.map(({ exercise }) => exercise),
    now,
  });
  const rows = news.map(({ exercise, hash, id }) =>
    rowOf(exercise, { hash, id: id ?? newId(), find }),
  );
  await putProviderExercises(tx, { providerKey, rows, now });
  await putLexicon(
    tx,
    LIBRARY_SCOPE,
    rows.map(({ parts }) => parts),
  );
  return {
    added: news.filter(({ id }) => id === null).length,
    changed: news.filter(({ id }) => id !== null).length,
    held: rows.filter(({ status }) => status === "HELD").length,
  };
}

/** Counts of the changes to the catalogue. */
export type CatalogueChanges = {
  readonly added: number;
  readonly changed: number;
  readonly held: number;
};

/** Exercises as a provider describes them. */
export interface ExercisesToStore {
  readonly providerKey: string;
  readonly exercises: readonly ProviderExercise[];
  readonly now: Date;
}

/** The decisions on the labels of these exercises. New labels are decided at once if we know them. */
async function decide(
  tx: Tx,
  { providerKey, exercises, now }: ExercisesToStore,
): Promise<FindDecision> {
  const decided = await listDecidedLabels(tx, providerKey);
  const find = decisionsOf(decided);
  const undecided = new Map(
    exercises
      .flatMap(({ labels }) => labelsOf(labels))
      .filter(({ taxonomyType, label }) => find(taxonomyType, label) === null)
      .map((one) => [`${one.taxonomyType} ${one.label}`, one]),
  );
  const fresh = [...undecided.values()].map(({ taxonomyType, label }) => {
    const nodeKey = knownNode(taxonomyType, label);
    return {
      taxonomyType,
      label,
      nodeKey,
      decision: nodeKey === null ? ("UNMAPPED" as const) : ("MAPPED" as const),
    };
  });
  await putLabels(tx, { providerKey, labels: fresh, now });
  return decisionsOf([...decided, ...fresh]);
}

function rowOf(
  exercise: ProviderExercise,
  { hash, id, find }: { hash: string; id: string; find: FindDecision },
): ProviderRow {
  const { isWithheld, ...sorted } = sortExercise(exercise.labels, find);
  const content = { ...exercise, ...sorted };
  return {
    id,
    providerExerciseId: exercise.providerExerciseId,
    status: isWithheld ? "HELD" : "ACTIVE",
    contentHash: hash,
    content,
    parts: searchParts(content),
  };
}
