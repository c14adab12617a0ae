/** An exercise as a provider describes it, in one shape for all providers, without media. */
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
  /** Set if the provider states it per item. */
  readonly credit: Credit | null;
};

/** A provider's own classification labels, as it writes them. */
export type ProviderLabels = {
  readonly muscleGroups: readonly string[];
  readonly secondaryMuscleGroups: readonly string[];
  readonly equipment: readonly string[];
  readonly exerciseTypes: readonly string[];
  readonly difficulty: string | null;
  readonly category: string | null;
};

/** The texts of an exercise in one more language. */
export type Translation = {
  /** BCP 47, e.g. `de`. */
  readonly language: string;
  readonly title: string;
  readonly description: string | null;
  readonly instructions: readonly string[];
};

/** Author and licence of an exercise's texts. */
export type Credit = { readonly licence: string; readonly author: string | null };
