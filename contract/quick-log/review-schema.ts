import * as z from "zod";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";

/** Path of the routes about one local day. */
export const relationshipDayParamsSchema = z.strictObject({
  relationshipId: idSchema,
  localDate: localDateSchema,
});

/** Body of the route: the state of the day that was seen, as the summary showed it. */
export const reviewDaySchema = z
  .strictObject({
    agendaVersion: z.int().nonnegative().describe("Version of the day, from the summary."),
    seenAt: instantSchema.describe(
      "The `serverTime` of that answer. Operations on this day or an earlier one that were accepted later count as unseen.",
    ),
  })
  .meta({
    id: "ReviewDay",
    description: "The version of a client's day that the coach saw, and when.",
  });

export const reviewedDaySchema = z
  .strictObject({
    relationshipId: idSchema,
    localDate: localDateSchema,
    reviewedAt: instantSchema.describe("The first review."),
    lastReviewedAt: instantSchema.describe("This one."),
    undoClosed: z
      .boolean()
      .describe("Whether the review made an operation final that could be undone until then."),
  })
  .meta({ id: "ReviewedDay", description: "A local day of a client that a coach has reviewed." });

/** Payload of a review made offline; the envelope names the version of the day that was seen. */
export const reviewDayPayloadSchema = z
  .strictObject({
    localDate: localDateSchema,
    seenAt: instantSchema.describe(
      "The `serverTime` of the answer that was seen. Operations on this day or an earlier one that were accepted later count as unseen.",
    ),
  })
  .meta({
    id: "ReviewDayPayload",
    description: "A review of a client's day, in its state at an instant.",
  });
export type ReviewDayPayload = z.output<typeof reviewDayPayloadSchema>;
