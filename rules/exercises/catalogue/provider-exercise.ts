/** A provider's own words of what an exercise is sorted by, as it writes them. */
export type ProviderLabels = {
  readonly muscleGroups: readonly string[];
  readonly secondaryMuscleGroups: readonly string[];
  readonly equipment: readonly string[];
  readonly exerciseTypes: readonly string[];
  readonly difficulty: string | null;
  readonly category: string | null;
};

/** The texts of an exercise in one further language. */
export type Translation = {
  /** BCP 47, e.g. `de`. */
  readonly language: string;
  readonly title: string;
  readonly description: string | null;
  readonly instructions: readonly string[];
};

/** Who made an exercise's texts, and under which licence. */
export type Credit = { readonly licence: string; readonly author: string | null };

/**
 * An exercise as a provider tells of it, in one shape for all providers, without any media.
 */
export type ProviderExercise = {
  readonly providerExerciseId: string;
  readonly title: string;
  readonly slug: string | null;
  readonly description: string | null;
  readonly instructions: readonly string[];
  readonly importantPoints: readonly string[];
  readonly translations: readonly Translation[];
  readonly hasVideo: boolean;
  readonly videoSeconds: number | null;
  readonly labels: ProviderLabels;
  /** Where the provider says so for each item. */
  readonly credit: Credit | null;
};
