import * as z from "zod";
import { idSchema, instantSchema, lineSchema, listOf, pageQuerySchema } from "../wire.ts";
import { QUERY_LENGTH } from "./query-length.ts";
import { TAXONOMY_SEED } from "./taxonomy-seed.ts";
import {
  EXERCISE_SOURCES,
  EXERCISE_STATUSES,
  SEARCH_MATCHES,
  type TaxonomyType,
} from "./vocabulary.ts";

/** Several keys of a taxonomy, separated by commas. */
const keysOf = (type: TaxonomyType) => {
  const [first, ...rest] = TAXONOMY_SEED[type];
  return listOf([first.key, ...rest.map(({ key }) => key)]).optional();
};

/** Search text and filters. A result matches any named value of a filter, and all filters. */
export const exerciseSearchQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  q: lineSchema(QUERY_LENGTH.most).min(QUERY_LENGTH.least).optional(),
  muscleGroup: keysOf("muscle_group"),
  equipment: keysOf("equipment"),
  exerciseType: keysOf("exercise_type"),
  difficulty: keysOf("difficulty"),
  hasVideo: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
  source: z.enum(EXERCISE_SOURCES).optional(),
});

const keys = z.array(z.string());

/** Fields shared by lists and the detail of an exercise. */
const shared = {
  exerciseId: idSchema,
  name: z.string(),
  slug: z.string().nullable(),
  source: z.enum(EXERCISE_SOURCES),
  muscleGroups: keys,
  equipment: keys,
  exerciseTypes: keys,
  difficulty: z.string().nullable(),
  hasVideo: z.boolean(),
};
const placeholder = z
  .string()
  .nullable()
  .describe("Icon to draw without a picture: a muscle group, or `exercise`.");

export const foundExerciseSchema = z
  .strictObject({
    ...shared,
    thumbnailAssetUrl: z.string().nullable(),
    placeholder,
    matched: z
      .enum(SEARCH_MATCHES)
      .nullable()
      .describe("How the search found it; null without a query."),
  })
  .meta({ id: "FoundExercise", description: "An exercise found by a search." });
export type FoundExercise = z.infer<typeof foundExerciseSchema>;

const counts = z.array(z.strictObject({ key: z.string(), count: z.int().min(1) }));

/** Number of results for each value. The counts of a filter ignore that filter and apply the others. */
export const searchFacetsSchema = z
  .strictObject({
    muscleGroup: counts,
    equipment: counts,
    exerciseType: counts,
    difficulty: counts,
    hasVideo: counts,
  })
  .meta({ id: "SearchFacets", description: "Number of results for each value of the filters." });
export type SearchFacets = z.infer<typeof searchFacetsSchema>;

export const exerciseSearchSchema = z
  .strictObject({
    items: z.array(foundExerciseSchema),
    leftOut: z
      .array(z.string())
      .describe("Typed words that no result matches, because no exercise matches all words."),
    facets: searchFacetsSchema.nullable().describe("On the first page only; null on later ones."),
    nextCursor: z.string().nullable().describe("Cursor of the next page; null at the end."),
  })
  .meta({ id: "ExerciseSearch", description: "A page of search results." });

/** An exercise with all known details, without media. */
export const exerciseDetailSchema = z
  .strictObject({
    ...shared,
    status: z.enum(EXERCISE_STATUSES).exclude(["HELD"]),
    revision: z.int().min(1),
    description: z.string().nullable(),
    instructions: z.array(z.string()),
    importantPoints: z.array(z.string()),
    translations: z.array(
      z.strictObject({
        language: z.string(),
        title: z.string(),
        description: z.string().nullable(),
        instructions: z.array(z.string()),
      }),
    ),
    secondaryMuscleGroups: keys,
    durationSeconds: z.int().min(0).nullable().describe("Duration of its video."),
    credit: z.strictObject({ licence: z.string(), author: z.string().nullable() }).nullable(),
    thumbnail: z.strictObject({ assetUrl: z.string(), attribution: z.string() }).nullable(),
    placeholder,
    retiredAt: instantSchema.nullable().describe("Since when its provider no longer has it."),
    updatedAt: instantSchema,
  })
  .meta({ id: "Exercise", description: "An exercise of the library." });
export type ExerciseDetail = z.infer<typeof exerciseDetailSchema>;
