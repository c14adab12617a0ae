import * as z from "zod";
import { programDaySchema } from "../agenda/program-day/schema.ts";
import { LOAD_UNITS, SET_MODALITIES, SKIP_POLICIES } from "../agenda/program-day/vocabulary.ts";
import { TASK_SOURCE_CONTEXTS, TASK_SOURCE_TYPES } from "../agenda/vocabulary.ts";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";
import { SET_INPUT_KEYS } from "./vocabulary.ts";

/** Content of a workout: everything that a draft is judged by (docs/rooms/workouts.md#packages). */
export const workoutSnapshotSchema = z
  .strictObject({ skipPolicy: z.enum(SKIP_POLICIES), day: programDaySchema })
  .meta({ id: "WorkoutSnapshot", description: "The workout of an assigned day." });
export type WorkoutSnapshotContent = z.output<typeof workoutSnapshotSchema>;

const checksumSchema = z.string().regex(/^sha-256:[0-9a-f]{64}$/);

const cachePolicySchema = z
  .strictObject({
    expiresAt: instantSchema.describe(
      "Until when a session may be started; submitting has no end.",
    ),
    canStartOffline: z.boolean(),
    requiresRefreshBeforeStart: z.boolean(),
  })
  .meta({ id: "WorkoutCachePolicy", description: "For how long and how a package may be used." });

const workoutTaskSchema = z
  .strictObject({
    title: z.string(),
    instructions: z.string().nullable(),
    planId: idSchema,
    source: z.strictObject({
      context: z.enum(TASK_SOURCE_CONTEXTS),
      type: z.enum(TASK_SOURCE_TYPES),
      id: idSchema,
    }),
    programDay: z.int().describe("Number of the day in the program, from 0."),
    priority: z.int(),
    timeCritical: z.boolean(),
    startsAt: instantSchema.nullable(),
    dueAt: instantSchema.nullable(),
  })
  .meta({
    id: "PackedTask",
    description:
      "The fields of a task that no action changes; the task of a future day will have the same id.",
  });
export type PackedTaskFacts = z.output<typeof workoutTaskSchema>;

const setInputSchema = z
  .strictObject({
    key: z.enum(SET_INPUT_KEYS),
    units: z.array(z.enum(LOAD_UNITS)).readonly().optional().describe("Units of a load, as typed."),
    min: z.number(),
    max: z.number(),
    step: z.number().describe("A value is a multiple of this number."),
    required: z.boolean(),
  })
  .meta({ id: "SetInput", description: "A number recorded for a set, in the first unit." });
export type SetInput = z.output<typeof setInputSchema>;

const exerciseInputsSchema = z
  .strictObject({
    exerciseKey: z.string(),
    modality: z.enum(SET_MODALITIES),
    inputs: z.array(setInputSchema).readonly(),
  })
  .meta({ id: "ExerciseInputs", description: "Values recorded for each set of an exercise." });
export type ExerciseInputs = z.output<typeof exerciseInputsSchema>;

const approvedAlternativeSchema = z
  .strictObject({
    exerciseKey: z.string(),
    alternativeKey: z.string(),
    exerciseId: idSchema.nullable(),
    name: z.string(),
  })
  .meta({
    id: "ApprovedAlternative",
    description: "An exercise that may replace another one.",
  });
export type ApprovedAlternative = z.output<typeof approvedAlternativeSchema>;

const previousSessionHintSchema = z
  .strictObject({
    exerciseKey: z.string(),
    localDate: localDateSchema,
    heaviestGrams: z.int().nullable(),
    mostRepetitions: z.int().nullable(),
    estimatedMaximumGrams: z.int().nullable(),
  })
  .meta({
    id: "PreviousSessionHint",
    description: "Results of an exercise when it was last done.",
  });
export type PreviousSessionHint = z.output<typeof previousSessionHintSchema>;

const packageThumbnailSchema = z
  .strictObject({
    exerciseId: idSchema,
    assetId: idSchema.describe(
      "Id of the picture, which is read separately, in the required width.",
    ),
    attribution: z.string().describe("Text that has to be shown with the picture."),
  })
  .meta({ id: "PackageThumbnail", description: "The picture of an exercise." });
export type PackageThumbnail = z.output<typeof packageThumbnailSchema>;

const named = {
  packageId: idSchema,
  taskId: idSchema,
  localDate: localDateSchema,
  timezone: z.string(),
  snapshotChecksum: checksumSchema.describe(
    "Checksum of `workoutSnapshot`; it decides whether a draft is current.",
  ),
  packageChecksum: checksumSchema.describe(
    "Checksum of everything else in the package except `packageId`.",
  ),
  sourceRevision: z.int(),
  cachePolicy: cachePolicySchema,
};

export const packageMetadataSchema = z
  .strictObject(named)
  .meta({ id: "OfflinePackageMetadata", description: "A package in a list." });

export const offlinePackageSchema = z
  .strictObject({
    ...named,
    relationshipId: idSchema,
    workoutTask: workoutTaskSchema,
    workoutSnapshot: workoutSnapshotSchema,
    inputSchema: z.array(exerciseInputsSchema).readonly(),
    approvedAlternatives: z.array(approvedAlternativeSchema).readonly(),
    previousSessionHints: z.array(previousSessionHintSchema).readonly(),
    thumbnails: z
      .array(packageThumbnailSchema)
      .min(1)
      .readonly()
      .optional()
      .describe(
        "Pictures of the exercises that have one and may show it; omitted if there are none.",
      ),
  })
  .meta({
    id: "OfflinePackage",
    description:
      "A workout to be trained offline. Exercises have picture ids; there are no videos and no signed URLs in it.",
  });
export type OfflinePackage = z.output<typeof offlinePackageSchema>;
