import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { storeExercises } from "../../../activities/exercises/catalogue/store-exercises.ts";
import { ensureTaxonomy } from "../../../db/exercises/catalogue/catalogue-rows.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import type {
  ProviderExercise,
  ProviderLabels,
} from "../../../rules/exercises/catalogue/provider-exercise.ts";
import { MADE_UP_PROVIDER, putMadeUpProvider } from "./put-exercises.ts";

/** An exercise as the made-up provider describes it: its title is its id. */
export function providerExercise(title: string, labels: Partial<ProviderLabels>): ProviderExercise {
  return {
    providerExerciseId: title,
    title,
    slug: null,
    description: null,
    instructions: [],
    importantPoints: [],
    translations: [],
    hasVideo: false,
    videoSeconds: null,
    labels: {
      muscleGroups: [],
      secondaryMuscleGroups: [],
      equipment: [],
      exerciseTypes: [],
      difficulty: null,
      category: null,
      ...labels,
    },
    credit: null,
  };
}

/** Imports exercises as the reading of a catalogue does. */
export async function storeFromProvider(
  em: SqlEntityManager,
  exercises: readonly ProviderExercise[],
): Promise<void> {
  await putMadeUpProvider(em);
  const now = new Date();
  await transact(em, async (tx) => {
    await ensureTaxonomy(tx, now);
    await storeExercises(tx, { providerKey: MADE_UP_PROVIDER, exercises, now });
  });
}
