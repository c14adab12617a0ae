import type { OwnExercise } from "../../../contract/exercises/own-schema.ts";
import { OWN_EXERCISE_LIMITS } from "../../../contract/exercises/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import type { ExerciseContent } from "../../../db/exercises/catalogue/put-provider-exercises.ts";
import {
  archiveOwnExercise,
  countOwnExercises,
  insertOwnExercise,
  lockOwnExercise,
  type OwnExerciseKey,
  replaceOwnExercise,
} from "../../../db/exercises/catalogue/own-exercises.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { searchParts } from "../../../rules/exercises/search/search-parts.ts";
import { putLexicon } from "../catalogue/put-lexicon.ts";

/**
 * Creates an exercise owned by a workspace (docs/rooms/exercises.md#own). The caller holds the workspace's lock, so
 * that the limit holds.
 *
 * @throws Refusal EXERCISE_LIMIT_REACHED.
 */
export async function createOwnExercise(
  tx: Tx,
  key: OwnExerciseKey,
  { fields, createdByUserId }: { readonly fields: OwnExercise; readonly createdByUserId: string },
): Promise<void> {
  if ((await countOwnExercises(tx, key.workspaceId)) >= OWN_EXERCISE_LIMITS.perWorkspace)
    throw new Refusal("EXERCISE_LIMIT_REACHED");
  const row = await rowOf(tx, key, fields);
  await insertOwnExercise(tx, row, createdByUserId);
  await putLexicon(tx, key.workspaceId, [row.parts]);
}

/**
 * Changes an exercise owned by a workspace; omitted fields stay. Published programs keep the text from their
 * publication.
 *
 * @throws Refusal NOT_FOUND; STATE_CONFLICT if it is archived, or its revision is not the one that was read.
 */
export async function editOwnExercise(
  tx: Tx,
  key: OwnExerciseKey,
  { expectedRevision, ...changed }: Partial<OwnExercise> & { readonly expectedRevision: number },
): Promise<void> {
  const { status, revision, title: name, ...before } = await lockOwnExercise(tx, key);
  if (status !== "ACTIVE") throw stateConflict("ARCHIVED");
  if (revision !== expectedRevision) throw stateConflict("CHANGED_SINCE_READ");
  const row = await rowOf(tx, key, { name, ...before, ...changed });
  await replaceOwnExercise(tx, row);
  await putLexicon(tx, key.workspaceId, [row.parts]);
}

/**
 * Archives an exercise owned by a workspace: search omits it, existing references stay.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function retireOwnExercise(tx: Tx, key: OwnExerciseKey): Promise<void> {
  await lockOwnExercise(tx, key);
  await archiveOwnExercise(tx, key, await clockNow(tx));
}

async function rowOf(tx: Tx, key: OwnExerciseKey, fields: OwnExerciseFields) {
  const content = contentOf(fields);
  return { ...key, content, parts: searchParts(content), now: await clockNow(tx) };
}

/** The exercise's fields as stored, with read-only lists. */
type OwnExerciseFields = {
  readonly [Name in keyof OwnExercise]: Readonly<OwnExercise[Name]>;
};

/** Without provider labels, video or translations: a coach uses our own keys. */
function contentOf({ name: title, ...fields }: OwnExerciseFields): ExerciseContent {
  return {
    ...fields,
    title,
    slug: null,
    translations: [],
    hasVideo: false,
    videoSeconds: null,
    credit: null,
    labels: {
      muscleGroups: [],
      secondaryMuscleGroups: [],
      equipment: [],
      exerciseTypes: [],
      difficulty: null,
      category: null,
    },
  };
}
