import * as z from "zod";
import { daysBetween } from "../days-between.ts";
import { idSchema, lineSchema, localDateSchema } from "../wire.ts";
import { MATERIALISE_LIMITS, MATERIALISE_SKIPS, TASK_SOURCE_CONTEXTS } from "./vocabulary.ts";

const { relationships, sources, windowDays, reasonLength } = MATERIALISE_LIMITS;

export const materialiseDaysSchema = z
  .strictObject({
    sourceEventId: z
      .string()
      .regex(/^[\x21-\x7e]{1,100}$/)
      .describe("The event it follows from: told again, it is answered as before."),
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
    reason: lineSchema(reasonLength).describe("Kept with what was done."),
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
      "Relationships whose local days are to be opened up to the present one, where that lies in the window.",
  });
export type MaterialiseDays = z.output<typeof materialiseDaysSchema>;

export const materialisedSliceSchema = z.strictObject({
  materializedCount: z.int().describe("Tasks that were made."),
  projectionVersions: z
    .array(
      z.strictObject({
        relationshipId: idSchema,
        localDate: localDateSchema,
        projectionVersion: z.int(),
      }),
    )
    .describe("The days that changed, at their new version."),
  outboxEventCount: z.int().describe("Events that were put into the outbox."),
  skipped: z
    .array(z.strictObject({ relationshipId: idSchema, reason: z.enum(MATERIALISE_SKIPS) }))
    .describe("Relationships of which nothing was changed, each with why."),
});
/** Outcome for some of the relationships. */
export type MaterialisedSlice = z.output<typeof materialisedSliceSchema>;

export const keptSliceSchema = z.strictObject({
  reason: z.string(),
  slice: materialisedSliceSchema,
});

export const materialisedDaysSchema = materialisedSliceSchema
  .extend({
    sourceEventId: z.string(),
    replayed: z.boolean().describe("All of it was done when the event was told before."),
    changedDates: z.array(localDateSchema).describe("The local dates of the days that changed."),
  })
  .meta({
    id: "MaterializedDays",
    description: "What was opened, and which relationships were passed over.",
  });
export type MaterialisedDays = z.output<typeof materialisedDaysSchema>;
