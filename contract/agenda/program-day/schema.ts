import * as z from "zod";
import { idSchema, lineSchema, textSchema } from "../../wire.ts";
import { PROGRAM_DAY_LIMITS, SET_MODALITIES, SKIP_POLICIES } from "./vocabulary.ts";

const keySchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const areUnlike = (keys: readonly string[]) => new Set(keys).size === keys.length;

/** Sets as prescribed: one measure or a range of it. The load is a text if it is in none of our units. */
const prescribedSetSchema = z
  .strictObject({
    repetitions: z.int().min(1).max(1_000).nullable().default(null),
    repetitionsMost: z.int().min(1).max(1_000).nullable().default(null),
    seconds: z.int().min(1).max(86_400).nullable().default(null),
    grams: z.int().min(0).max(2_000_000).nullable().default(null),
    load: lineSchema(60).nullable().default(null).describe("e.g. `RPE 8`, `70 %`"),
  })
  .meta({ id: "PrescribedSet", description: "One set as the coach prescribed it." });

const exerciseShape = {
  exerciseId: idSchema
    .nullable()
    .default(null)
    .describe("The library's exercise; null for one that only has a name."),
  name: lineSchema(120),
};

/** An exercise that may replace another one; an omitted key is derived from its position. */
const alternativeSchema = z
  .strictObject({
    alternativeKey: keySchema
      .default("")
      .describe("Key of the choice; the default is `alt-1` for the first alternative, and so on."),
    ...exerciseShape,
  })
  .meta({ id: "ProgramAlternative", description: "An exercise that may replace another one." });

export const programExerciseSchema = z
  .strictObject({
    exerciseKey: keySchema,
    ...exerciseShape,
    sets: z.array(prescribedSetSchema).min(1).max(PROGRAM_DAY_LIMITS.setsPerExercise),
    restSeconds: z.int().min(0).max(3_600).nullable().default(null),
    notes: textSchema(500).min(1).nullable().default(null),
    alternatives: z
      .array(alternativeSchema)
      .max(PROGRAM_DAY_LIMITS.alternativesPerExercise)
      .overwrite((all) =>
        all.map((one, place) => ({
          ...one,
          alternativeKey: one.alternativeKey || `alt-${place + 1}`,
        })),
      )
      .refine((all) => areUnlike(all.map(({ alternativeKey }) => alternativeKey)), {
        error: "An alternative's key is used twice",
      })
      .default([]),
    skipPolicy: z.enum(SKIP_POLICIES).default("ALLOWED"),
    modality: z
      .enum(SET_MODALITIES)
      .default("WEIGHT_REPS")
      .describe("Measures in which each set is recorded."),
    asksRpe: z.boolean().default(false).describe("Whether each set is recorded with its exertion."),
    asksRir: z
      .boolean()
      .default(false)
      .describe("Whether each set is recorded with the repetitions in reserve."),
  })
  .meta({ id: "ProgramExercise", description: "An exercise of a program's day." });

export const programDaySchema = z
  .strictObject({
    dayNumber: z.int().min(1).max(7),
    title: lineSchema(120),
    notes: textSchema(1_000).min(1).nullable().default(null),
    exercises: z
      .array(programExerciseSchema)
      .min(1)
      .max(PROGRAM_DAY_LIMITS.exercisesPerDay)
      .refine((all) => areUnlike(all.map(({ exerciseKey }) => exerciseKey)), {
        error: "An exercise key is used twice",
      }),
  })
  .meta({ id: "ProgramDay", description: "The training of one day in a program's week." });
export type ProgramDay = z.output<typeof programDaySchema>;
