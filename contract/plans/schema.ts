import { z } from "zod";
import {
  idSchema,
  instantSchema,
  lineSchema,
  localDateSchema,
  pageQuerySchema,
  pageSchema,
  textSchema,
} from "../wire.ts";
import {
  ITEMIZED_PLAN_KINDS,
  MAX_PLAN_ITEMS,
  METRIC_MODES,
  PLAN_ASSIGNMENT_STATUSES,
  PLAN_KINDS,
  PLAN_STATUSES,
  RECURRENCE_KINDS,
  WEEKDAYS,
} from "./vocabulary.ts";

/** Largest value a metric can hold, three decimals: the range of a stored value entry. */
const MAX_METRIC_VALUE = 999_999_999;

/** A measured amount: finite, at most three decimals. */
export const metricValueSchema = z
  .number()
  .min(-MAX_METRIC_VALUE)
  .max(MAX_METRIC_VALUE)
  .refine((value) => Math.round(value * 1000) / 1000 === value, {
    error: "At most three decimals",
  });

/**
 * What a habit counts, e.g. water in ml (ACCUMULATE) or steps (REPLACE). `min` and `max` bound one
 * recorded value, `target` is the goal of the day.
 */
export const metricSchema = z
  .strictObject({
    metricKind: z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/),
    unit: z.string().regex(/^[\p{L}%°/][\p{L}\p{N}%°/]{0,19}$/u),
    min: metricValueSchema,
    max: metricValueSchema,
    target: metricValueSchema.nullable().default(null),
    mode: z.enum(METRIC_MODES),
  })
  .refine(({ min, max }) => min <= max, { path: ["max"], error: "Below min" });
export type Metric = z.output<typeof metricSchema>;

/** The days a plan falls on, in the zone of the relationship. */
export const recurrenceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal(RECURRENCE_KINDS[0]) }),
  z.strictObject({
    kind: z.literal(RECURRENCE_KINDS[1]),
    weekdays: z
      .array(z.enum(WEEKDAYS))
      .min(1)
      .refine((days) => new Set(days).size === days.length, { error: "A day is named twice" }),
  }),
]);
export type Recurrence = z.output<typeof recurrenceSchema>;

/** Time on the clocks of the relationship's zone, `HH:mm`. */
const timeOfDaySchema = z.iso.time({ precision: -1 });

const newPlanItemSchema = z.strictObject({
  label: lineSchema(120),
  /** Dosage or portion, e.g. `2 capsules`. */
  amount: lineSchema(60).nullable().default(null),
  /** False keeps the item out of completing all at once. */
  bulkEligible: z.boolean().default(true),
});

const newPlanShape = {
  title: lineSchema(120),
  instructions: textSchema(2_000).min(1).nullable().default(null),
  recurrence: recurrenceSchema,
  dueTime: timeOfDaySchema.nullable().default(null),
};

/**
 * A plan to be made. A habit has no items and may count a metric; a supplement or a meal is ticked item
 * by item, in the order given.
 */
export const createPlanSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.enum(PLAN_KINDS).exclude(ITEMIZED_PLAN_KINDS),
    ...newPlanShape,
    metric: metricSchema.nullable().default(null),
  }),
  z.strictObject({
    kind: z.enum(ITEMIZED_PLAN_KINDS),
    ...newPlanShape,
    items: z.array(newPlanItemSchema).min(1).max(MAX_PLAN_ITEMS),
  }),
]);
export type CreatePlan = z.output<typeof createPlanSchema>;

const planItemSchema = z.strictObject({
  itemId: idSchema,
  itemKey: z.string(),
  sortOrder: z.int(),
  label: z.string(),
  amount: z.string().nullable(),
  bulkEligible: z.boolean(),
});

export const planSchema = z.strictObject({
  planId: idSchema,
  workspaceId: idSchema,
  kind: z.enum(PLAN_KINDS),
  title: z.string(),
  instructions: z.string().nullable(),
  recurrence: recurrenceSchema,
  dueTime: timeOfDaySchema.nullable(),
  metric: metricSchema.nullable(),
  items: z.array(planItemSchema),
  status: z.enum(PLAN_STATUSES),
  revision: z.int(),
  createdByUserId: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type PlanAnswer = z.output<typeof planSchema>;

export const planPageSchema = pageSchema(planSchema);

export const listPlansQuerySchema = pageQuerySchema.extend({
  status: z.enum(PLAN_STATUSES).optional(),
});

/** Without `startDate` the present local day of the relationship; both days are included. */
export const assignPlanSchema = z
  .strictObject({
    planId: idSchema,
    startDate: localDateSchema.optional(),
    endDate: localDateSchema.optional(),
  })
  .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
    path: ["endDate"],
    error: "Before startDate",
  });

export const planAssignmentSchema = z.strictObject({
  assignmentId: idSchema,
  planId: idSchema,
  planRevision: z.int(),
  workspaceId: idSchema,
  relationshipId: idSchema,
  startDate: localDateSchema,
  endDate: localDateSchema.nullable(),
  status: z.enum(PLAN_ASSIGNMENT_STATUSES),
  assignedByUserId: idSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type PlanAssignmentAnswer = z.output<typeof planAssignmentSchema>;

export const planAssignmentPageSchema = pageSchema(planAssignmentSchema);
