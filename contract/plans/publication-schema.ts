import * as z from "zod";
import { metricSchema } from "../agenda/metric-schema.ts";
import { programExerciseSchema } from "../agenda/program-day/schema.ts";
import { idSchema, instantSchema, localDateSchema, pageSchema } from "../wire.ts";
import { planItemSchema } from "./content-schema.ts";
import {
  COMPARED_FIELDS,
  DIFFERENCE_CHANGES,
  PUBLICATION_LIMITS,
  PUBLICATION_OUTCOMES,
  PUBLICATION_REASONS,
} from "./publication-vocabulary.ts";
import { planExceptionSchema } from "./exception-schema.ts";
import { PLAN_ASSIGNMENT_STATUSES, PLAN_LIMITS } from "./vocabulary.ts";

const placeSchema = z
  .strictObject({
    week: z.int().min(1).max(PLAN_LIMITS.programWeeks),
    dayNumber: z.int().min(1).max(7),
  })
  .meta({ id: "ProgramPlace", description: "A day of a program, by its week, both from 1." });

const places = z.array(placeSchema).describe("The days of the program that differ alike.");

/** A field's value as text; commas separate the items of a list. */
const fieldText = z.string().nullable().describe("The value as text; null if there is none.");

const fieldDifferenceSchema = z
  .strictObject({
    subject: z.literal("PLAN"),
    change: z.enum(DIFFERENCE_CHANGES),
    field: z.enum(COMPARED_FIELDS),
    before: fieldText,
    after: fieldText,
  })
  .meta({ id: "PlanFieldDifference", description: "A field of the plan that differs." });

const dayDifferenceSchema = z
  .strictObject({
    subject: z.literal("DAY"),
    change: z.enum(DIFFERENCE_CHANGES),
    places,
    before: z.string().nullable().describe("Its title; null if it is added."),
    after: z.string().nullable().describe("Its title; null if it is removed."),
  })
  .meta({
    id: "PlanDayDifference",
    description:
      "Days of a program that are added or removed with all their exercises, or have another title or other notes.",
  });

const exerciseDifferenceSchema = z
  .strictObject({
    subject: z.literal("EXERCISE"),
    change: z.enum(DIFFERENCE_CHANGES),
    places,
    before: programExerciseSchema.nullable().describe("Null if it is added."),
    after: programExerciseSchema.nullable().describe("Null if it is removed."),
  })
  .meta({ id: "PlanExerciseDifference", description: "An exercise that differs on some days." });

const itemDifferenceSchema = z
  .strictObject({
    subject: z.literal("ITEM"),
    change: z.enum(DIFFERENCE_CHANGES),
    before: planItemSchema.nullable().describe("Null if it is added."),
    after: planItemSchema.nullable().describe("Null if it is removed."),
  })
  .meta({ id: "PlanItemDifference", description: "An item that differs." });

const metricDifferenceSchema = z
  .strictObject({
    subject: z.literal("METRIC"),
    change: z.enum(DIFFERENCE_CHANGES),
    before: metricSchema.nullable().describe("Null if it is added."),
    after: metricSchema.nullable().describe("Null if it is removed."),
  })
  .meta({ id: "PlanMetricDifference", description: "A metric that differs." });

const poseDifferenceSchema = z
  .strictObject({
    subject: z.literal("POSE"),
    change: z.enum(DIFFERENCE_CHANGES),
    before: z.string().nullable(),
    after: z.string().nullable(),
  })
  .meta({ id: "PlanPoseDifference", description: "A pose that is added, removed or moved." });

const planDifferenceSchema = z.discriminatedUnion("subject", [
  fieldDifferenceSchema,
  dayDifferenceSchema,
  exerciseDifferenceSchema,
  itemDifferenceSchema,
  metricDifferenceSchema,
  poseDifferenceSchema,
]);
export type PlanDifference = z.output<typeof planDifferenceSchema>;

const clientShape = {
  assignmentId: idSchema,
  relationshipId: idSchema,
  client: z.strictObject({ userId: idSchema, displayName: z.string() }),
  coachUserId: idSchema.describe("The responsible coach."),
  status: z.enum(PLAN_ASSIGNMENT_STATUSES),
  planRevision: z.int().describe("The revision in force."),
  followsNewer: z.boolean(),
  excepted: planExceptionSchema.nullable(),
};

const previewedClientSchema = z
  .strictObject({
    ...clientShape,
    outcome: z.enum(PUBLICATION_OUTCOMES),
    reason: z.enum(PUBLICATION_REASONS),
    from: localDateSchema
      .nullable()
      .describe(
        "The first local date of the client with tasks of the new revision, as of now; null unless the outcome is CHANGES.",
      ),
    through: localDateSchema
      .nullable()
      .describe("The last such date; null if the plan has no end, or the outcome is not CHANGES."),
    timezone: z.string(),
  })
  .meta({
    id: "PreviewedClient",
    description: "A client who has the plan, and what publishing its draft means for them.",
  });
export type PreviewedClient = z.output<typeof previewedClientSchema>;

export const publishPreviewSchema = z
  .strictObject({
    planId: idSchema,
    draftRevision: z.int(),
    newestRevision: z.int().describe("0 before the first publication."),
    previewVersion: z
      .string()
      .describe(
        "To be sent with the publication. It covers the draft, the newest revision, and which clients have the plan and follow it.",
      ),
    differences: z
      .array(planDifferenceSchema)
      .max(PUBLICATION_LIMITS.differences)
      .describe("From the newest revision to the draft; empty before the first publication."),
    moreDifferences: z.int().describe("Further differences that are not listed."),
    clients: z
      .array(previewedClientSchema)
      .describe("Every client with a running or paused assignment of the plan, by name."),
  })
  .meta({
    id: "PublishPreview",
    description:
      "What publishing the draft of a plan would change, and for whom. Nothing is stored.",
  });
export type PublishPreview = z.output<typeof publishPreviewSchema>;

export const planClientSchema = z
  .strictObject({
    ...clientShape,
    startDate: localDateSchema,
    endDate: localDateSchema.nullable(),
    createdAt: instantSchema,
  })
  .meta({
    id: "PlanClient",
    description: "A client with a running or paused assignment of a plan.",
  });
export type PlanClient = z.output<typeof planClientSchema>;

export const planClientPageSchema = pageSchema(planClientSchema);
