import * as z from "zod";
import {
  idSchema,
  instantSchema,
  lineSchema,
  listOf,
  pageQuerySchema,
  pageSchema,
  REASON_LENGTH,
  textSchema,
} from "../wire.ts";
import {
  MAPPING_SOURCES,
  MAPPING_STATUSES,
  MATCH_CONFLICTS,
  MATCH_VERDICTS,
  SCORE_BAND_NAMES,
} from "./matching.ts";

const score = z.number().min(0).max(1);
const yesOrNo = z.enum(["true", "false"]).transform((text) => text === "true");

/** Filters of the list of matches. */
export const thumbnailMatchesQuerySchema = z.strictObject({
  ...pageQuerySchema.shape,
  status: listOf(MAPPING_STATUSES).optional(),
  scoreBand: z.enum(SCORE_BAND_NAMES).optional(),
  hasConflict: yesOrNo.optional(),
  muscleGroup: lineSchema(100).optional(),
  equipment: lineSchema(100).optional(),
  missingMapping: yesOrNo.optional(),
});

const candidateSchema = z
  .strictObject({
    candidateId: idSchema,
    libraryItemId: idSchema,
    name: z.string(),
    equipment: z.string().nullable(),
    primaryMuscles: z.array(z.string()),
    licenceSourceKey: z.string(),
    score,
    conflicts: z.array(z.enum(MATCH_CONFLICTS)),
    recommendedStatus: z.enum(MATCH_VERDICTS),
    reason: z.string(),
    model: z.string().nullable(),
    promptVersion: z.int().nullable(),
    normalisationVersion: z.int(),
    isRejected: z.boolean(),
    imageUrl: z
      .string()
      .nullable()
      .describe("Null while pictures of its source must not be shown."),
  })
  .meta({ id: "ThumbnailCandidate", description: "A library item whose picture may fit." });

/** An exercise, its current picture and its candidates: the result of a matching, with its status. */
export const thumbnailMatchSchema = z
  .strictObject({
    candidateId: idSchema.nullable().describe("The best candidate that nobody rejected."),
    exerciseId: idSchema,
    providerExerciseId: z.string().nullable(),
    name: z.string(),
    equipment: z.array(z.string()),
    muscleGroups: z.array(z.string()),
    status: z.enum(MAPPING_STATUSES),
    source: z.enum(MAPPING_SOURCES),
    revision: z.int().min(1),
    recommendedStatus: z.enum(MATCH_VERDICTS),
    score: score.nullable(),
    thumbnailAssetUrl: z.string().nullable(),
    reviewedAt: instantSchema.nullable(),
    candidates: z.array(candidateSchema),
  })
  .meta({ id: "ThumbnailMatch", description: "An exercise with its picture and its candidates." });
export const thumbnailMatchesSchema = pageSchema(thumbnailMatchSchema);
export type ThumbnailMatch = z.infer<typeof thumbnailMatchSchema>;

export const candidateParamsSchema = z.strictObject({ candidateId: idSchema });

const decision = {
  expectedRevision: z.int().min(1).describe("Revision of the match that was seen."),
  note: textSchema(REASON_LENGTH).optional(),
};

/** A reviewer's decision; only REPLACE names an item. */
export const reviewThumbnailSchema = z
  .discriminatedUnion("action", [
    z
      .strictObject({ action: z.enum(["APPROVE", "REJECT", "UNMATCH"]), ...decision })
      .meta({ id: "ThumbnailVerdict", description: "A decision on the candidate itself." }),
    z.strictObject({ action: z.literal("REPLACE"), libraryItemId: idSchema, ...decision }),
  ])
  .meta({ id: "ThumbnailReview", description: "A reviewer's decision on a candidate." });

/** Result of the decision, and the next match to review. */
export const reviewedThumbnailSchema = z
  .strictObject({
    match: thumbnailMatchSchema,
    next: thumbnailMatchSchema
      .nullable()
      .describe("The best match among those that need a review."),
  })
  .meta({ id: "ReviewedThumbnail", description: "The decided match, and the next one to review." });
