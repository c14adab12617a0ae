import * as z from "zod";
import { metricSchema } from "../agenda/metric-schema.ts";
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
  PLAN_ASSIGNMENT_STATUSES,
  PLAN_KINDS,
  PLAN_STATUSES,
  RECURRENCE_KINDS,
  WEEKDAYS,
} from "./vocabulary.ts";

export const recurrenceSchema = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal(RECURRENCE_KINDS[0]) }),
    z.strictObject({
      kind: z.literal(RECURRENCE_KINDS[1]),
      weekdays: z
        .array(z.enum(WEEKDAYS))
        .min(1)
        .refine((days) => new Set(days).size === days.length, { error: "A day is named twice" }),
    }),
  ])
  .meta({
    id: "PlanRecurrence",
    description: "The days a plan falls on, in the zone of the relationship.",
  });
export type Recurrence = z.output<typeof recurrenceSchema>;

/** Time on the clocks of the relationship's zone, `HH:mm`. */
const timeOfDaySchema = z.iso.time({ precision: -1 });

const newPlanItemSchema = z
  .strictObject({
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
  .meta({ id: "NewPlanItem", description: "A part of a plan to be made, in the order given." });

const newPlanShape = {
  title: lineSchema(120),
  instructions: textSchema(2_000).min(1).nullable().default(null),
  recurrence: recurrenceSchema,
  dueTime: timeOfDaySchema.nullable().default(null),
};

export const createPlanSchema = z
  .discriminatedUnion("kind", [
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
  ])
  .meta({
    id: "CreatePlan",
    description:
      "A plan to be made. A habit has no items and may count a metric; a supplement or a meal is ticked item by item, in the order given.",
  });
export type CreatePlan = z.output<typeof createPlanSchema>;

const planItemSchema = z
  .strictObject({
    itemId: idSchema,
    itemKey: z.string(),
    sortOrder: z.int(),
    label: z.string(),
    amount: z.string().nullable(),
    bulkEligible: z.boolean(),
  })
  .meta({
    id: "PlanItem",
    description:
      "A part of a plan that is ticked for itself; `itemKey` names it in every task made of the plan.",
  });

export const planSchema = z
  .strictObject({
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
  })
  .meta({
    id: "Plan",
    description:
      "What a coach has clients do again and again: on which days, until what time, with which items or which metric. `revision` counts its changes.",
  });
export type PlanAnswer = z.output<typeof planSchema>;

export const planPageSchema = pageSchema(planSchema);

export const listPlansQuerySchema = pageQuerySchema.extend({
  status: z.enum(PLAN_STATUSES).optional(),
});

export const assignPlanSchema = z
  .strictObject({
    planId: idSchema,
    startDate: localDateSchema.optional(),
    endDate: localDateSchema.optional(),
  })
  .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
    path: ["endDate"],
    error: "Before startDate",
  })
  .meta({
    id: "AssignPlan",
    description:
      "Without `startDate` the present local day of the relationship; both days are included.",
  });

export const planAssignmentSchema = z
  .strictObject({
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
  })
  .meta({
    id: "PlanAssignment",
    description:
      "A plan given to one client for a span of local days, both included; `endDate` is null while it goes on, `planRevision` is the plan as it was given.",
  });
export type PlanAssignmentAnswer = z.output<typeof planAssignmentSchema>;

export const planAssignmentPageSchema = pageSchema(planAssignmentSchema);
