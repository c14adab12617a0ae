import * as z from "zod";
import { metricSchema, metricValueSchema } from "../agenda/metric-schema.ts";
import { INPUT_LIMITS, INPUT_TYPES } from "../agenda/value-vocabulary.ts";
import { MOST_SNOOZES, SNOOZE_MINUTES } from "../agenda/vocabulary.ts";
import { idSchema, lineSchema } from "../wire.ts";
import { everyPlan, programContentSchema } from "./program-schema.ts";
import { recurrenceSchema } from "./recurrence-schema.ts";
import { MAX_PLAN_ITEMS, PLAN_LIMITS, REMINDER_SOURCES } from "./vocabulary.ts";

const areUnlike = (names: readonly unknown[]) => new Set(names).size === names.length;

/** Input required to tick an item, beyond the tap. */
const planInputSchema = z
  .strictObject({
    key: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_-]*$/u)
      .max(INPUT_LIMITS.keyLength),
    type: z.enum(INPUT_TYPES),
    unit: lineSchema(20).optional(),
    min: metricValueSchema.optional(),
    max: metricValueSchema.optional(),
    choices: z
      .array(lineSchema(60))
      .min(2)
      .max(20)
      .refine(areUnlike, { error: "A choice is named twice" })
      .readonly()
      .optional(),
    required: z.boolean(),
  })
  .refine(({ type, choices }) => (type === "choice") === (choices !== undefined), {
    path: ["choices"],
    error: "Only a choice has options",
  })
  .refine(
    ({ type, unit, min, max }) =>
      type === "number" || (unit === undefined && min === undefined && max === undefined),
    { path: ["type"], error: "Only a number has a unit and bounds" },
  )
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
    path: ["max"],
    error: "Below min",
  })
  .meta({ id: "PlanInput", description: "A value required to tick an item." });

/** Whether and how the client may snooze a task. */
const planSnoozeSchema = z
  .strictObject({
    minutes: z
      .array(z.literal(SNOOZE_MINUTES))
      .min(1)
      .refine(areUnlike, { error: "A length is named twice" })
      .readonly()
      .default(SNOOZE_MINUTES),
    most: z.int().min(1).max(MOST_SNOOZES).default(MOST_SNOOZES),
  })
  .meta({
    id: "PlanSnooze",
    description:
      "The lengths of a snooze that the client can choose from, in minutes, and the maximum number of snoozes.",
  });

export const planItemSchema = z
  .strictObject({
    itemKey: idSchema.optional().describe("Key of an item that stays; a new item gets its own."),
    label: lineSchema(120),
    amount: lineSchema(60)
      .nullable()
      .default(null)
      .describe("Dosage or portion, e.g. `2 capsules`."),
    bulkEligible: z
      .boolean()
      .default(true)
      .describe("False excludes the item from completing all at once."),
    inputs: z
      .array(planInputSchema)
      .max(INPUT_LIMITS.inputs)
      .refine((inputs) => areUnlike(inputs.map(({ key }) => key)), { error: "A key is used twice" })
      .readonly()
      .optional(),
  })
  .meta({ id: "NewPlanItem", description: "A part of a plan, in the given order." });

const recurring = { ...everyPlan, recurrence: recurrenceSchema };

const itemsSchema = z.array(planItemSchema).min(1).max(MAX_PLAN_ITEMS);

/** Options of habits and reminders: items to tick one by one, and snoozing. */
const tickable = { items: itemsSchema.optional(), snooze: planSnoozeSchema.optional() };

/** Content of a plan, by its kind (docs/rooms/plans.md#kinds). */
export const planContentSchema = z
  .discriminatedUnion("kind", [
    programContentSchema,
    z.strictObject({
      kind: z.enum(["SUPPLEMENT", "MEAL"]),
      ...recurring,
      items: itemsSchema,
    }),
    z.strictObject({
      kind: z.literal("HABIT"),
      ...recurring,
      metric: metricSchema.nullable().default(null),
      ...tickable,
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
      ...tickable,
    }),
    z.strictObject({ kind: z.literal("CUSTOM_REMINDER"), ...recurring }),
  ])
  .refine((content) => content.kind !== "HABIT" || !content.metric || !content.items, {
    path: ["items"],
    error: "A habit with a metric has no items",
  })
  .refine(({ timeCritical, dueTime }) => !timeCritical || dueTime !== null, {
    path: ["timeCritical"],
    error: "Without dueTime",
  })
  .meta({
    id: "PlanContent",
    description:
      "Content of a plan, by its kind. Times are local times of the relationship's zone, within one local day: a start is before its due time, and `00:00` as due time is the end of the day. Among tasks due at the same time, a higher `priority` comes first.",
  });
/** A plan's content as sent. */
export type PlanContentInput = z.input<typeof planContentSchema>;
/** A plan's content as stored; every item has its key. */
export type PlanContent = z.output<typeof planContentSchema>;

/**
 * Content as a coach sends it: with the limits of stored content, and defaults for omitted fields. Stored content is
 * not checked again for being due after its start.
 */
export const newPlanContentSchema = planContentSchema
  .refine(
    ({ startTime, dueTime }) =>
      startTime === null || dueTime === null || dueTime === END_OF_DAY || startTime < dueTime,
    { path: ["dueTime"], error: "Not after startTime" },
  )
  .refine(
    (content) =>
      new TextEncoder().encode(JSON.stringify(content)).length <= PLAN_LIMITS.contentBytes,
    { error: "Larger than 256 KB" },
  );

/** As a due time, this is the end of the plan's day. */
const END_OF_DAY = "00:00";
