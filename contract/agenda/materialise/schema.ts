import * as z from "zod";
import { daysBetween } from "../../days-between.ts";
import { idSchema, lineSchema, localDateSchema } from "../../wire.ts";
import { MATERIALISE_LIMITS, MATERIALISE_SKIPS } from "./vocabulary.ts";
import { TASK_SOURCE_CONTEXTS } from "../vocabulary.ts";

const { relationships, sources, windowDays, reasonLength } = MATERIALISE_LIMITS;

export const materialiseDaysSchema = z
  .strictObject({
    sourceEventId: z
      .string()
      .regex(/^[\x21-\x7e]{1,100}$/)
      .describe("Id of the event that caused the request; a repeated one gets the same answer."),
    relationshipIds: z.array(idSchema).min(1).max(relationships),
    sourceContext: z
      .enum(TASK_SOURCE_CONTEXTS)
      .optional()
      .describe("Only relationships with a source of this context."),
    sourceIds: z
      .array(idSchema)
      .min(1)
      .max(sources)
      .optional()
      .describe("Only relationships with one of these sources: ids of plan assignments."),
    from: localDateSchema,
    to: localDateSchema,
    reason: lineSchema(reasonLength).describe("Stored with the result."),
  })
  .refine(({ from, to }) => daysBetween(from, to) >= 0, {
    path: ["to"],
    error: "The window ends before it begins",
  })
  .refine(({ from, to }) => daysBetween(from, to) < windowDays, {
    path: ["to"],
    error: `At most ${windowDays} days`,
  })
  .meta({
    id: "MaterializeDays",
    description:
      "Relationships whose local days are opened up to the present one, if that one is within the window.",
  });
export type MaterialiseDays = z.output<typeof materialiseDaysSchema>;

export const materialisedSliceSchema = z.strictObject({
  materializedCount: z.int().describe("Number of tasks that were made."),
  projectionVersions: z
    .array(
      z.strictObject({
        relationshipId: idSchema,
        localDate: localDateSchema,
        projectionVersion: z.int(),
      }),
    )
    .describe("The days that changed, with their new version."),
  outboxEventCount: z.int().describe("Number of events that were added to the outbox."),
  skipped: z
    .array(z.strictObject({ relationshipId: idSchema, reason: z.enum(MATERIALISE_SKIPS) }))
    .describe("Relationships that were not changed, each with the reason."),
});
/** Outcome for some of the relationships. */
export type MaterialisedSlice = z.output<typeof materialisedSliceSchema>;

export const storedSliceSchema = z.strictObject({
  reason: z.string(),
  slice: materialisedSliceSchema,
});

export const materialisedDaysSchema = materialisedSliceSchema
  .extend({
    sourceEventId: z.string(),
    replayed: z.boolean().describe("An earlier request for the same event did all of it."),
    changedDates: z.array(localDateSchema).describe("The local dates of the days that changed."),
  })
  .meta({
    id: "MaterializedDays",
    description: "The days that were opened, and the relationships that were skipped.",
  });
export type MaterialisedDays = z.output<typeof materialisedDaysSchema>;
