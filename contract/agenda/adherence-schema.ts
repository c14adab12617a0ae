import * as z from "zod";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";
import { adherenceLimitsSchema } from "../workspaces/schema.ts";
import { ADHERENCE_BUCKETS } from "./vocabulary.ts";

export const trendSchema = z
  .strictObject({
    from: localDateSchema,
    to: localDateSchema.describe("The newest local day that has closed."),
    countedCount: z.int(),
    doneCount: z.int(),
    adherencePercent: z.int().nullable(),
    bucket: z.enum(ADHERENCE_BUCKETS),
  })
  .meta({
    id: "AdherenceTrend",
    description:
      "Adherence of the closed and offered days of some dates, judged by the limits of the workspace.",
  });

const dayFactsShape = {
  localDate: localDateSchema,
  timezone: z.string(),
  taskCount: z.int(),
  completedCount: z.int(),
  skippedCount: z.int(),
  missedCount: z.int(),
  countedCount: z.int().describe("Tasks that count."),
  doneCount: z.int().describe("Those of them that are done."),
  notOffered: z
    .boolean()
    .describe("Opened too late for anybody to be asked: it is left out of every trend."),
  closedAt: instantSchema.nullable(),
  correctedAt: instantSchema.nullable().describe("When evidence last came after it had closed."),
  lateCount: z.int(),
  reviewedAt: instantSchema.nullable().describe("The first review."),
  lastReviewedAt: instantSchema.nullable(),
  changedAfterReviewAt: instantSchema
    .nullable()
    .describe("When something was first accepted after the last review; reviewing clears it."),
  invalidatedAt: instantSchema.nullable().describe("Since when its sums wait to be computed anew."),
} as const;
export type AdherenceDayFacts = z.output<z.ZodObject<typeof dayFactsShape>>;

const adherenceDaySchema = z
  .strictObject({ ...dayFactsShape, adherencePercent: z.int().nullable() })
  .meta({
    id: "AdherenceDay",
    description: "A local day of a client with its sums, and what became of it.",
  });

export const relationshipAdherenceSchema = z
  .strictObject({
    relationshipId: idSchema,
    limits: adherenceLimitsSchema,
    last7: trendSchema.nullable().describe("Null until a day has closed."),
    last28: trendSchema.nullable(),
    days: z
      .array(adherenceDaySchema)
      .describe("The last 28 dates up to the newest closed day, and the days since; newest first."),
  })
  .meta({
    id: "RelationshipAdherence",
    description: "How much a client does of what is planned, day by day and over 7 and 28 dates.",
  });
export type RelationshipAdherenceAnswer = z.output<typeof relationshipAdherenceSchema>;
