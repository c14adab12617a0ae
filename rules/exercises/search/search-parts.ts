import { TAXONOMY_SEED } from "../../../contract/exercises/taxonomy-seed.ts";
import type { TaxonomyType } from "../../../contract/exercises/vocabulary.ts";
import { nameWeight } from "./name-weight.ts";
import { nameWords } from "./name-words.ts";

/** The derived columns, used by search alone. */
export type SearchParts = {
  readonly nameKey: string;
  /** Weight of the title's words, {@link nameWeight}. */
  readonly nameWords: number;
  readonly facets: readonly string[];
  /** Words by weight: A for its title, B for its other titles, C for its classification, D for the rest. */
  readonly words: {
    readonly A: string;
    readonly B: string;
    readonly C: string;
    readonly D: string;
  };
  /** Every word that a mistyped one may be matched with. */
  readonly lexicon: readonly string[];
};

/** The parts of an exercise that search reads. */
export type Searchable = {
  readonly title: string;
  readonly translations: readonly { readonly title: string }[];
  readonly description: string | null;
  readonly hasVideo: boolean;
  readonly muscleGroups: readonly string[];
  readonly secondaryMuscleGroups: readonly string[];
  readonly equipment: readonly string[];
  readonly exerciseTypes: readonly string[];
  readonly difficulty: string | null;
};

/** Computes the search columns of an exercise. */
export function searchParts(exercise: Searchable): SearchParts {
  const title = nameWords(exercise.title);
  const others = exercise.translations.flatMap((translation) => nameWords(translation.title));
  const sorted = [
    ...labelsOf("muscle_group", exercise.muscleGroups),
    ...labelsOf("equipment", exercise.equipment),
    ...labelsOf("exercise_type", exercise.exerciseTypes),
  ].flatMap(nameWords);
  const rest = labelsOf("muscle_group", exercise.secondaryMuscleGroups).flatMap(nameWords);
  return {
    nameKey: title.join(" "),
    nameWords: nameWeight(title),
    facets: facetsOf(exercise),
    words: {
      A: title.join(" "),
      B: others.join(" "),
      C: sorted.join(" "),
      D: rest.join(" "),
    },
    lexicon: [...new Set([...title, ...others, ...sorted, ...rest])],
  };
}

function labelsOf(type: TaxonomyType, keys: readonly string[]): string[] {
  return TAXONOMY_SEED[type].flatMap(({ key, en, de }) => (keys.includes(key) ? [en, de] : []));
}

/** Facet values as they are stored and counted, e.g. `equipment:barbell`. */
function facetsOf({ hasVideo, difficulty, ...by }: Searchable): string[] {
  return [
    ...by.muscleGroups.map((key) => `muscle:${key}`),
    ...by.equipment.map((key) => `equipment:${key}`),
    ...by.exerciseTypes.map((key) => `type:${key}`),
    ...(difficulty === null ? [] : [`difficulty:${difficulty}`]),
    `hasVideo:${hasVideo}`,
  ].toSorted();
}
