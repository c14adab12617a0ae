import * as z from "zod";
import { idSchema, instantSchema, localDateSchema } from "../wire.ts";

/** Path of the routes about one local day. */
export const relationshipDayParamsSchema = z.strictObject({
  relationshipId: idSchema,
  localDate: localDateSchema,
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
