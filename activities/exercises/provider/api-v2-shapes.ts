import * as z from "zod";
import type { ProviderExercise } from "../../../rules/exercises/catalogue/provider-exercise.ts";
import { ItemId } from "./read-items.ts";
import { textOf } from "./text-of.ts";

// The fields that we read from API v2. Optional fields may also be null.

const labels = z.array(z.string()).nullish();
const text = z.string().transform(textOf);
const texts = z.array(text).nullish();

export const ExerciseShape = z.object({
  id: ItemId,
  title: z.string().max(300).transform(textOf).pipe(z.string().min(1)),
  slug: z.string().nullish(),
  description: text.nullish(),
  instructions: texts,
  importantPoints: texts,
  muscleGroup: z.string().nullish(),
  secondaryMuscles: labels,
  equipment: z.union([z.string(), z.array(z.string())]).nullish(),
  category: z.string().nullish(),
  difficulty: z.string().nullish(),
  exerciseType: z.union([z.string(), z.array(z.string())]).nullish(),
  hasVideo: z.boolean().nullish(),
  videoDurationSecs: z.number().nonnegative().nullish(),
  translations: z
    .array(
      z.object({
        language: z.string(),
        title: text,
        description: text.nullish(),
        instructions: texts,
      }),
    )
    .nullish(),
});

const WarningShape = z.object({ reason: z.string() }).nullish();

export const IdShape = z.object({ id: ItemId }).transform(({ id }) => id);

export const ListShape = z.object({
  data: z.array(z.unknown()),
  pagination: z.object({
    page: z.int(),
    pageSize: z.int(),
    total: z.int().nonnegative(),
    totalPages: z.int().nonnegative(),
  }),
});

export const DetailShape = z.object({ data: ExerciseShape });

export const MediaShape = z.object({
  data: z.object({
    hasVideo: z.boolean().nullish(),
    videoUrl: z.string().nullish(),
    videoHlsUrl: z.string().nullish(),
    thumbnailUrl: z.string().nullish(),
    videoDurationSecs: z.number().nonnegative().nullish(),
  }),
  _warning: WarningShape,
});

const limit = z.union([z.number(), z.literal("unlimited")]).nullish();

export const UsageShape = z.object({
  data: z.object({
    plan: z.string(),
    minutesUsed: z.number().nonnegative(),
    minutesLimit: limit,
    monthlyExercisesUsed: z.number().nonnegative(),
    monthlyExerciseLimit: limit,
  }),
});

/** Both fault formats: `{error:{code,message}}` and `{error:"text"}`; `retryAfterMs` may be in either. */
export const FaultShape = z.object({
  error: z
    .union([
      z.string(),
      z.object({ code: z.string().nullish(), retryAfterMs: z.number().nullish() }),
    ])
    .nullish(),
  retryAfterMs: z.number().nullish(),
});

const listOf = (value: string | readonly string[] | null | undefined) => [value ?? []].flat();

/** Converts an exercise to the format shared by all providers. */
export function exerciseOf(read: z.output<typeof ExerciseShape>): ProviderExercise {
  return {
    providerExerciseId: read.id,
    title: read.title,
    slug: read.slug ?? null,
    description: read.description ?? null,
    instructions: read.instructions ?? [],
    importantPoints: read.importantPoints ?? [],
    translations: (read.translations ?? []).map(({ language, title, ...rest }) => ({
      language,
      title,
      description: rest.description ?? null,
      instructions: rest.instructions ?? [],
    })),
    hasVideo: read.hasVideo ?? false,
    videoSeconds:
      typeof read.videoDurationSecs === "number" ? Math.ceil(read.videoDurationSecs) : null,
    labels: {
      muscleGroups: listOf(read.muscleGroup),
      secondaryMuscleGroups: read.secondaryMuscles ?? [],
      equipment: listOf(read.equipment),
      exerciseTypes: listOf(read.exerciseType),
      difficulty: read.difficulty ?? null,
      category: read.category ?? null,
    },
    credit: null,
  };
}
