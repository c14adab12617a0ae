import { payloadChecksum } from "../../../contract/canonical-form.ts";
import { sha256 } from "../../sha256.ts";
import type { ProviderExercise } from "./provider-exercise.ts";

/**
 * Detects that a provider changed an exercise (docs/rooms/exercises.md#refresh): SHA-256 over the canonical form of
 * its metadata. Labels are compared as sets, since providers list them in any order.
 */
export async function contentHash(exercise: ProviderExercise): Promise<string> {
  const { labels } = exercise;
  return await payloadChecksum(
    {
      ...exercise,
      labels: {
        ...labels,
        secondaryMuscleGroups: labels.secondaryMuscleGroups.toSorted(),
        equipment: labels.equipment.toSorted(),
        exerciseTypes: labels.exerciseTypes.toSorted(),
      },
    },
    sha256,
  );
}
