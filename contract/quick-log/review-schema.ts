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
    agendaVersion: z.int().nonnegative().describe("Of the day, as the summary told it."),
    seenAt: instantSchema.describe(
      "The `serverTime` of that answer: what was accepted after it, of this day or an earlier one, was not seen.",
    ),
  })
  .meta({
    id: "ReviewDay",
    description: "The version of a client's day that its coach looked at, and when.",
  });

export const reviewedDaySchema = z
  .strictObject({
    relationshipId: idSchema,
    localDate: localDateSchema,
    reviewedAt: instantSchema.describe("The first review."),
    lastReviewedAt: instantSchema.describe("This one."),
    undoClosed: z
      .boolean()
      .describe("Whether it ended the undo of something that could be undone until then."),
  })
  .meta({ id: "ReviewedDay", description: "A local day of a client that a coach has reviewed." });

/** Payload of a review made offline; the envelope names the version of the day that was seen. */
export const reviewDayPayloadSchema = z
  .strictObject({
    localDate: localDateSchema,
    seenAt: instantSchema.describe(
      "The `serverTime` of the answer that was looked at: what was accepted after it, of this day or an earlier one, was not seen.",
    ),
  })
  .meta({
    id: "ReviewDayPayload",
    description: "A client's day was looked through, as it was at an instant.",
  });
export type ReviewDayPayload = z.output<typeof reviewDayPayloadSchema>;
