import * as z from "zod";
import { metricSchema } from "../agenda/metric-schema.ts";
import { idSchema, lineSchema } from "../wire.ts";
import { everyPlan, programContentSchema } from "./program-schema.ts";
import { recurrenceSchema } from "./recurrence-schema.ts";
import {
  ITEMIZED_PLAN_KINDS,
  MAX_PLAN_ITEMS,
  PLAN_LIMITS,
  REMINDER_SOURCES,
} from "./vocabulary.ts";

const planItemSchema = z
  .strictObject({
    itemKey: idSchema.optional().describe("Of an item that stays; a new one is given its own."),
    label: lineSchema(120),
    amount: lineSchema(60)
      .nullable()
      .default(null)
      .describe("Dosage or portion, e.g. `2 capsules`."),
    bulkEligible: z
      .boolean()
      .default(true)
      .describe("False keeps the item out of completing all at once."),
  })
  .meta({ id: "NewPlanItem", description: "A part of a plan, in the order given." });

const recurring = { ...everyPlan, recurrence: recurrenceSchema };

/** What a plan says, by its kind (docs/rules.md#plans-kinds). */
export const planContentSchema = z
  .discriminatedUnion("kind", [
    programContentSchema,
    z.strictObject({
      kind: z.enum(ITEMIZED_PLAN_KINDS),
      ...recurring,
      items: z.array(planItemSchema).min(1).max(MAX_PLAN_ITEMS),
    }),
    z.strictObject({
      kind: z.literal("HABIT"),
      ...recurring,
      metric: metricSchema.nullable().default(null),
    }),
    z.strictObject({ kind: z.literal("CHECK_IN"), ...recurring, formVersionId: idSchema }),
    z.strictObject({
      kind: z.literal("MEASUREMENT"),
      ...recurring,
      metrics: z.array(metricSchema).min(1).max(20),
    }),
    z.strictObject({
      kind: z.literal("PHOTO"),
      ...recurring,
      poses: z.array(lineSchema(60)).min(1).max(6),
    }),
    z.strictObject({
      kind: z.literal("REMINDER"),
      ...recurring,
      source: z.enum(REMINDER_SOURCES).default("COACH"),
    }),
    z.strictObject({ kind: z.literal("CUSTOM_REMINDER"), ...recurring }),
  ])
  .refine(
    ({ startTime, dueTime }) => startTime === null || dueTime === null || startTime < dueTime,
    {
      path: ["dueTime"],
      error: "Not after startTime",
    },
  )
  .refine(({ timeCritical, dueTime }) => !timeCritical || dueTime !== null, {
    path: ["timeCritical"],
    error: "Without dueTime",
  })
  .meta({
    id: "PlanContent",
    description:
      "What a plan asks for, by its kind. Times are on the clocks of the relationship's zone and within one local day; a higher `priority` comes first among what is due at the same time.",
  });
/** A plan's content as it is sent. */
export type PlanContentInput = z.input<typeof planContentSchema>;
/** A plan's content as it is kept; every item has its key. */
export type PlanContent = z.output<typeof planContentSchema>;

/** A content as a coach sends it: bounded as it is kept, with all that it leaves unsaid. */
export const newPlanContentSchema = planContentSchema.refine(
  (content) => new TextEncoder().encode(JSON.stringify(content)).length <= PLAN_LIMITS.contentBytes,
  { error: "Larger than 256 KB" },
);
