import type { LabelDecision, TaxonomyType } from "../../../contract/exercises/vocabulary.ts";
import { TAXONOMY_SEED } from "../../../contract/exercises/taxonomy-seed.ts";
import type { ProviderLabels } from "./provider-exercise.ts";

/** Classifies an exercise by the decisions on its provider's labels. */
export function sortExercise(labels: ProviderLabels, find: FindDecision): Sorted {
  const nodes = (type: TaxonomyType, all: readonly string[]) => [
    ...new Set(all.flatMap((label) => find(type, label)?.nodeKey ?? [])),
  ];
  const [difficulty = null] = nodes(
    "difficulty",
    labels.difficulty === null ? [] : [labels.difficulty],
  );
  return {
    muscleGroups: nodes("muscle_group", labels.muscleGroups),
    secondaryMuscleGroups: nodes("muscle_group", labels.secondaryMuscleGroups),
    equipment: nodes("equipment", labels.equipment),
    exerciseTypes: nodes("exercise_type", labels.exerciseTypes),
    difficulty,
    isWithheld: labels.exerciseTypes.some(
      (label) => (find("exercise_type", label)?.decision ?? "UNMAPPED") === "UNMAPPED",
    ),
  };
}

/** Lookup key of a provider's label: lower case, one space between words. */
function labelKey(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");
}

/** The obvious meaning of a label without a review; null if a person must decide. */
export function knownNode(type: TaxonomyType, label: string): string | null {
  const key = labelKey(label);
  return TAXONOMY_SEED[type].find(({ known }) => known.includes(key))?.key ?? null;
}

/** A decision on a provider's label. */
export type DecidedLabel = {
  readonly taxonomyType: TaxonomyType;
  readonly label: string;
  readonly decision: LabelDecision;
  readonly nodeKey: string | null;
};

/** The place of an exercise in our taxonomy, by keys of its nodes. */
export type Sorted = {
  readonly muscleGroups: readonly string[];
  readonly secondaryMuscleGroups: readonly string[];
  readonly equipment: readonly string[];
  readonly exerciseTypes: readonly string[];
  readonly difficulty: string | null;
  /** One of its labels has not been reviewed yet: it stays out of search (docs/rooms/exercises.md#taxonomy). */
  readonly isWithheld: boolean;
};

/** Every label of an exercise with its taxonomy type. */
export function labelsOf(labels: ProviderLabels): { taxonomyType: TaxonomyType; label: string }[] {
  const of = (taxonomyType: TaxonomyType, all: readonly string[]) =>
    all.map((label) => ({ taxonomyType, label }));
  return [
    ...of("muscle_group", [...labels.muscleGroups, ...labels.secondaryMuscleGroups]),
    ...of("equipment", labels.equipment),
    ...of("exercise_type", labels.exerciseTypes),
    ...of("difficulty", labels.difficulty === null ? [] : [labels.difficulty]),
  ];
}

/** Looks up the decision on a label. */
export type FindDecision = (type: TaxonomyType, label: string) => DecidedLabel | null;

export function decisionsOf(decided: readonly DecidedLabel[]): FindDecision {
  const byLabel = new Map(decided.map((row) => [`${row.taxonomyType} ${row.label}`, row]));
  return (type, label) => byLabel.get(`${type} ${label}`) ?? null;
}
