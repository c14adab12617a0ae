import * as z from "zod";
import { withheldWarningSchema } from "../agenda/withheld-schema.ts";
import { idSchema, instantSchema, localDateSchema, pageQuerySchema, pageSchema } from "../wire.ts";
import { newPlanContentSchema, planContentSchema } from "./content-schema.ts";
import { PLAN_ASSIGNMENT_STATUSES, PLAN_KINDS, PLAN_LIMITS, PLAN_STATUSES } from "./vocabulary.ts";

export const createPlanSchema = z
  .strictObject({
    content: newPlanContentSchema,
    publish: z.boolean().default(false).describe("Publishes it at once as its first revision."),
  })
  .meta({ id: "CreatePlan", description: "A plan to be made, as a draft unless it is published." });
export type CreatePlan = z.output<typeof createPlanSchema>;

const draftRevisionSchema = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

export const savePlanDraftSchema = z
  .strictObject({ content: newPlanContentSchema, expectedDraftRevision: draftRevisionSchema })
  .meta({
    id: "SavePlanDraft",
    description:
      "What would be published next, by whoever read the plan at a `draftRevision`. An item that names its key stays the same item; a plan never changes its kind.",
  });

export const publishPlanSchema = z
  .strictObject({ expectedDraftRevision: draftRevisionSchema })
  .meta({ id: "PublishPlan", description: "The draft that was read, by its `draftRevision`." });

export const planSchema = z
  .strictObject({
    planId: idSchema,
    workspaceId: idSchema,
    kind: z.enum(PLAN_KINDS),
    title: z.string(),
    status: z.enum(PLAN_STATUSES),
    revision: z.int(),
    content: planContentSchema.nullable(),
    draft: planContentSchema.nullable(),
    draftRevision: z.int(),
    createdByUserId: idSchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({
    id: "Plan",
    description:
      "What a coach has clients do. `content` is what `revision` says, the newest one published, null and 0 before the first; it never changes. `draft` is what would be published next, null where there is none; `draftRevision` counts its changes, its publishing among them.",
  });
export type PlanAnswer = z.output<typeof planSchema>;

export const listedPlanSchema = planSchema
  .omit({ content: true, draft: true })
  .extend({ hasDraft: z.boolean() })
  .meta({
    id: "ListedPlan",
    description:
      "A plan as lists name it; what it says is read with the plan itself. `hasDraft` tells whether something waits to be published.",
  });
export type ListedPlanAnswer = z.output<typeof listedPlanSchema>;

export const planPageSchema = pageSchema(listedPlanSchema);

export const listPlansQuerySchema = pageQuerySchema.extend({
  status: z.enum(PLAN_STATUSES).optional(),
});

export const assignPlanSchema = z
  .strictObject({
    planId: idSchema,
    startDate: localDateSchema.optional(),
    endDate: localDateSchema.optional(),
    followsNewer: z.boolean().default(true).describe("Whether it goes over to newer revisions."),
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
    planKind: z.enum(PLAN_KINDS),
    planRevision: z.int(),
    followsNewer: z.boolean(),
    workspaceId: idSchema,
    relationshipId: idSchema,
    startDate: localDateSchema,
    endDate: localDateSchema.nullable(),
    status: z.enum(PLAN_ASSIGNMENT_STATUSES),
    supersededByAssignmentId: idSchema.nullable(),
    assignedByUserId: idSchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({
    id: "PlanAssignment",
    description:
      "A plan given to one client for a span of local days, both included; `endDate` is null while it goes on, `planRevision` is what it asks for at present; where it `followsNewer`, newer ones are taken over once they are published.",
  });
export type PlanAssignmentAnswer = z.output<typeof planAssignmentSchema>;

const courseOverSchema = z.strictObject({
  message: z
    .strictObject({ en: z.string(), de: z.string() })
    .describe("What a coach reads, in English and German."),
});
export type CourseOver = z.output<typeof courseOverSchema>;

export const listedAssignmentSchema = planAssignmentSchema
  .extend({
    courseOver: courseOverSchema
      .nullable()
      .describe(
        "Null while it asks for something on the present local day or later. Otherwise it has run its course: it keeps its status and asks for nothing any more.",
      ),
    warnings: z
      .array(withheldWarningSchema)
      .describe("What of it cannot be shown, of 28 dates up to the newest local day."),
  })
  .meta({
    id: "ListedPlanAssignment",
    description: "An assignment of a list, with what its coach is warned of.",
  });
export type ListedAssignmentAnswer = z.output<typeof listedAssignmentSchema>;

export const planAssignmentPageSchema = pageSchema(listedAssignmentSchema);

export const resumeAssignmentSchema = z
  .strictObject({
    programDay: z
      .int()
      .min(0)
      .max(7 * PLAN_LIMITS.programWeeks - 1)
      .optional()
      .describe(
        "Number of the program's day to go on with today, from 0. Without it the days to come move by whole weeks.",
      ),
  })
  .meta({ id: "ResumePlanAssignment", description: "How a paused assignment goes on." });

export const supersedeAssignmentSchema = z
  .strictObject({
    planId: idSchema,
    endDate: localDateSchema.optional(),
    followsNewer: z.boolean().default(true).describe("Whether it goes over to newer revisions."),
    stopUse: z
      .boolean()
      .default(false)
      .describe("Whether nothing may be submitted any more of workouts that were taken along."),
  })
  .meta({
    id: "SupersedePlanAssignment",
    description:
      "The plan that takes the place of what was assigned, of whatever kind, from the present local day of the relationship on.",
  });

export const supersededAssignmentSchema = z
  .strictObject({ superseded: planAssignmentSchema, successor: planAssignmentSchema })
  .meta({
    id: "SupersededPlanAssignment",
    description: "What was replaced, and what is asked for in its place from now on.",
  });
