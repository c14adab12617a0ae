import { expressionBuilder, sql } from "kysely";
import type { ExerciseStatus } from "../../../contract/exercises/vocabulary.ts";
import type { ProviderExercise } from "../../../rules/exercises/catalogue/provider-exercise.ts";
import type { Sorted } from "../../../rules/exercises/catalogue/sort-exercise.ts";
import type { SearchParts } from "../../../rules/exercises/search/search-parts.ts";
import { sortedBy } from "../../platform/statements/records.ts";
import { json } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Inserts exercises of a provider, or replaces their content; one that returned is no longer missing. */
export async function putProviderExercises(
  tx: Tx,
  { providerKey, rows, now }: { providerKey: string; rows: readonly ProviderRow[]; now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  const inOrder = sortedBy(rows, ({ providerExerciseId }) => providerExerciseId);
  await tables(tx)
    .insertInto("exercise")
    .values(
      inOrder.map(({ id, providerExerciseId, status, contentHash, content, parts }) => ({
        ...contentColumns(content, parts),
        id,
        providerKey,
        providerExerciseId,
        status,
        contentHash,
        workspaceId: null,
        createdByUserId: null,
        revision: 1,
        detailReadAt: now,
        detailAskedOn: null,
        missingRuns: 0,
        retiredAt: null,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["providerKey", "providerExerciseId"]).doUpdateSet(({ ref, eb }) => ({
        ...Object.fromEntries(CONTENT.map((column) => [column, ref(`excluded.${column}`)])),
        revision: eb("exercise.revision", "+", 1),
      })),
    )
    .execute();
}

/** The position of an exercise in our taxonomy. */
export type SortedKeys = Omit<Sorted, "isWithheld">;

/** The content of an exercise, from any source. */
export type ExerciseContent = Omit<ProviderExercise, "providerExerciseId"> & SortedKeys;

/** The columns of an exercise's content, and of what search reads from it. */
export function contentColumns(content: ExerciseContent, parts: SearchParts) {
  const { title, slug, description, hasVideo, videoSeconds } = content;
  return {
    title,
    slug,
    description,
    hasVideo,
    videoSeconds,
    instructions: jsonTexts(content.instructions),
    importantPoints: jsonTexts(content.importantPoints),
    translations: json(content.translations),
    providerLabels: json(content.labels),
    credit: content.credit === null ? null : json(content.credit),
    nameKey: parts.nameKey,
    nameWords: parts.nameWords,
    ...sortedColumns(content, parts),
  };
}

/** The columns of an exercise's position in our taxonomy, and of what search reads from it. */
export function sortedColumns(keys: SortedKeys, { facets, words }: SearchParts) {
  return {
    muscleGroups: [...keys.muscleGroups],
    secondaryMuscleGroups: [...keys.secondaryMuscleGroups],
    equipment: [...keys.equipment],
    exerciseTypes: [...keys.exerciseTypes],
    difficulty: keys.difficulty,
    facets: [...facets],
    search: searchVector(words),
  };
}

const build = expressionBuilder();
const { cast, fn, val } = build;

/** Texts for a jsonb column: the driver alone would write an array of texts as text[]. */
function jsonTexts(texts: readonly string[]) {
  return cast<readonly string[]>(val(JSON.stringify(texts)), "jsonb");
}

/** Terms by weight, as a search vector of PostgreSQL. */
function searchVector({ A, B, C, D }: SearchParts["words"]) {
  const best = build(weighted(A, "A"), "||", weighted(B, "B"));
  return build(build(best, "||", weighted(C, "C")), "||", weighted(D, "D"));
}

function weighted(words: string, weight: keyof SearchParts["words"]) {
  const vector = fn("to_tsvector", [sql.lit("simple"), val(words)]);
  return fn<string>("setweight", [vector, sql.lit(weight)]);
}

/** A provider's exercise to store in the catalogue. */
export type ProviderRow = {
  readonly id: string;
  readonly providerExerciseId: string;
  readonly status: Extract<ExerciseStatus, "ACTIVE" | "HELD">;
  readonly contentHash: string;
  readonly content: ExerciseContent;
  readonly parts: SearchParts;
};

/** The columns that a provider's content replaces; ids stay. */
const CONTENT = [
  "status",
  "title",
  "slug",
  "description",
  "instructions",
  "importantPoints",
  "translations",
  "hasVideo",
  "videoSeconds",
  "providerLabels",
  "credit",
  "muscleGroups",
  "secondaryMuscleGroups",
  "equipment",
  "exerciseTypes",
  "difficulty",
  "contentHash",
  "nameKey",
  "nameWords",
  "facets",
  "search",
  "detailReadAt",
  "missingRuns",
  "retiredAt",
  "updatedAt",
] as const;

/** The scope of search terms shared by all workspaces. */
export const LIBRARY_SCOPE = "00000000-0000-0000-0000-000000000000";

/** Adds terms to search and to its correction of typing errors; known ones are not written again. */
export async function putSearchTerms(
  tx: Tx,
  scopeId: string,
  words: readonly { readonly word: string; readonly remnants: readonly string[] }[],
): Promise<void> {
  if (words.length === 0) return;
  const rows = words.map(({ word, remnants }) => ({ scopeId, word, remnants: [...remnants] }));
  await tables(tx)
    .insertInto("exerciseWord")
    .values(sortedBy(rows, ({ word }) => word))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
