import * as z from "zod";
import { idSchema, instantSchema, localDateSchema } from "../../wire.ts";
import { adherenceLimitsSchema } from "../../workspaces/schema.ts";
import { WEEKS_LIMITS } from "../weeks-vocabulary.ts";
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
      "Adherence of the closed and offered days among some dates, rated by the limits of the workspace.",
  });

const dayFactsShape = {
  localDate: localDateSchema,
  timezone: z.string(),
  taskCount: z.int(),
  completedCount: z.int(),
  skippedCount: z.int(),
  missedCount: z.int(),
  countedCount: z.int().describe("Tasks that count."),
  doneCount: z.int().describe("Counted tasks that are done."),
  notOffered: z
    .boolean()
    .describe("The day was opened too late to be offered; trends leave it out."),
  closedAt: instantSchema.nullable(),
  correctedAt: instantSchema
    .nullable()
    .describe("When an operation last arrived after the day had closed."),
  lateCount: z.int(),
  reviewedAt: instantSchema.nullable().describe("The first review."),
  lastReviewedAt: instantSchema.nullable(),
  changedAfterReviewAt: instantSchema
    .nullable()
    .describe("When an operation was first accepted after the last review; a review clears it."),
  invalidatedAt: instantSchema.nullable().describe("Since when its sums wait to be recomputed."),
} as const;
export type AdherenceDayFacts = z.output<z.ZodObject<typeof dayFactsShape>>;

const adherenceDaySchema = z
  .strictObject({ ...dayFactsShape, adherencePercent: z.int().nullable() })
  .meta({
    id: "AdherenceDay",
    description: "A local day of a client with its sums and state.",
  });

/** Query of a client's adherence: how many weeks it lists beyond its 28 days. */
export const adherenceQuerySchema = z.strictObject({
  weeks: z.coerce.number().int().min(1).max(WEEKS_LIMITS.mostOfAdherence).optional(),
});

const adherenceWeekSchema = z
  .strictObject({
    from: localDateSchema.describe("Its Monday."),
    to: localDateSchema.describe("Its Sunday, which may be still to come."),
    countedCount: z.int(),
    doneCount: z.int(),
    adherencePercent: z.int().nullable().describe("Null where nothing counts: a gap, not a zero."),
    bucket: z.enum(ADHERENCE_BUCKETS),
  })
  .meta({
    id: "AdherenceWeek",
    description: "Adherence of the closed and offered days of a week from Monday to Sunday.",
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
    weeks: z
      .array(adherenceWeekSchema)
      .describe("As many weeks as were asked for, newest first; none before the first day."),
  })
  .meta({
    id: "RelationshipAdherence",
    description: "How much of the plan a client does: day by day, over 7 dates and over 28 dates.",
  });
export type RelationshipAdherenceAnswer = z.output<typeof relationshipAdherenceSchema>;
