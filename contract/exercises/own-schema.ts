import * as z from "zod";
import { lineSchema, textSchema } from "../wire.ts";
import { TAXONOMY_SEED } from "./taxonomy-seed.ts";
import { OWN_EXERCISE_LIMITS, type TaxonomyType } from "./vocabulary.ts";

/** Keys of a taxonomy, each once. */
const keysOf = (type: TaxonomyType) =>
  z
    .array(keyOf(type))
    .max(TAXONOMY_SEED[type].length)
    .overwrite((keys) => [...new Set(keys)]);

function keyOf(type: TaxonomyType) {
  const [first, ...rest] = TAXONOMY_SEED[type];
  return z.enum([first.key, ...rest.map(({ key }) => key)]);
}

const texts = z.array(textSchema(500).min(1)).max(OWN_EXERCISE_LIMITS.texts);

const content = {
  name: lineSchema(OWN_EXERCISE_LIMITS.nameLength),
  description: textSchema(2_000).min(1).nullable(),
  instructions: texts,
  importantPoints: texts,
  muscleGroups: keysOf("muscle_group"),
  secondaryMuscleGroups: keysOf("muscle_group"),
  equipment: keysOf("equipment"),
  exerciseTypes: keysOf("exercise_type"),
  difficulty: keyOf("difficulty").nullable(),
};

/** An exercise that a coach makes. */
export const createExerciseSchema = z
  .strictObject({
    name: content.name,
    description: content.description.default(null),
    instructions: content.instructions.default([]),
    importantPoints: content.importantPoints.default([]),
    muscleGroups: content.muscleGroups.default([]),
    secondaryMuscleGroups: content.secondaryMuscleGroups.default([]),
    equipment: content.equipment.default([]),
    exerciseTypes: content.exerciseTypes.default([]),
    difficulty: content.difficulty.default(null),
  })
  .meta({ id: "NewExercise", description: "An exercise made by the workspace." });
export type OwnExercise = Readonly<z.output<typeof createExerciseSchema>>;

/** Changes to an exercise; omitted fields stay as they are. */
export const editExerciseSchema = z
  .strictObject({
    name: z.exactOptional(content.name),
    description: z.exactOptional(content.description),
    instructions: z.exactOptional(content.instructions),
    importantPoints: z.exactOptional(content.importantPoints),
    muscleGroups: z.exactOptional(content.muscleGroups),
    secondaryMuscleGroups: z.exactOptional(content.secondaryMuscleGroups),
    equipment: z.exactOptional(content.equipment),
    exerciseTypes: z.exactOptional(content.exerciseTypes),
    difficulty: z.exactOptional(content.difficulty),
    expectedRevision: z.int().min(1).describe("Revision of the exercise that was seen."),
  })
  .meta({ id: "ExerciseEdit", description: "A change to an exercise made by the workspace." });
