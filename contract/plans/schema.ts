import * as z from "zod";
import { withheldWarningSchema } from "../agenda/withheld/schema.ts";
import {
  idSchema,
  instantSchema,
  listOf,
  localDateSchema,
  pageQuerySchema,
  pageSchema,
  searchTextSchema,
} from "../wire.ts";
import { newPlanContentSchema, planContentSchema } from "./content-schema.ts";
import { PLAN_KINDS } from "./kind-vocabulary.ts";
import { planExceptionSchema } from "./exception-schema.ts";
import { PUBLICATION_LIMITS } from "./publication-vocabulary.ts";
import { PLAN_ASSIGNMENT_STATUSES, PLAN_LIMITS, PLAN_STATUSES } from "./vocabulary.ts";

export const createPlanSchema = z
  .strictObject({
    content: newPlanContentSchema,
    publish: z.boolean().default(false).describe("Publishes it immediately as its first revision."),
  })
  .meta({ id: "CreatePlan", description: "A new plan; a draft unless it is published." });
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
      "The next draft, based on the `draftRevision` that was read. An item with its key stays the same item; a plan never changes its kind.",
  });

/** The version of a preview: both revisions, and the assignments that follow and do not follow. */
const previewVersionSchema = z
  .string()
  .max(PUBLICATION_LIMITS.versionLength)
  .regex(/^1\.[1-9][0-9]{0,9}\.[0-9]{1,10}\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*$/, {
    error: "Not the version of a preview",
  });

export const publishPlanSchema = z
  .strictObject({
    expectedDraftRevision: draftRevisionSchema,
    previewVersion: previewVersionSchema
      .optional()
      .describe("The preview that the coach has seen. If it does not fit any more, this is 409."),
    exceptRelationshipIds: z
      .array(idSchema)
      .max(PUBLICATION_LIMITS.exceptions)
      .refine((ids) => new Set(ids).size === ids.length, { error: "A client is named twice" })
      .default([])
      .describe("Followers who keep the revision in force and stop following."),
  })
  .refine(
    ({ previewVersion, exceptRelationshipIds }) =>
      previewVersion !== undefined || exceptRelationshipIds.length === 0,
    { path: ["previewVersion"], error: "Clients are excepted from a preview" },
  )
  .meta({
    id: "PublishPlan",
    description:
      "The draft that was read, by its `draftRevision`, and the preview that the coach has seen, if there was one.",
  });

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
    exceptedCount: z
      .int()
      .describe("Clients who were excepted from a publication and still keep an older revision."),
    createdByUserId: idSchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({
    id: "Plan",
    description:
      "A plan for clients. `content` is the content of `revision`, the newest published one; before the first, they are null and 0. Published content never changes. `draft` is the content to publish next, null if there is none; `draftRevision` counts its changes, including its publication.",
  });
export type PlanAnswer = z.output<typeof planSchema>;

export const listedPlanSchema = planSchema
  .omit({ content: true, draft: true })
  .extend({ hasDraft: z.boolean() })
  .meta({
    id: "ListedPlan",
    description:
      "A plan in a list, without its content. `hasDraft` says whether there is a draft to publish.",
  });
export type ListedPlanAnswer = z.output<typeof listedPlanSchema>;

export const planPageSchema = pageSchema(listedPlanSchema);

export const listPlansQuerySchema = pageQuerySchema.extend({
  status: z.enum(PLAN_STATUSES).optional(),
  kind: listOf(PLAN_KINDS).optional(),
  q: searchTextSchema.optional().describe("Part of the title, in upper or lower case."),
});

export const assignPlanSchema = z
  .strictObject({
    planId: idSchema,
    startDate: localDateSchema.optional(),
    endDate: localDateSchema.optional(),
    followsNewer: z
      .boolean()
      .default(true)
      .describe("Whether the assignment adopts newer revisions."),
  })
  .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
    path: ["endDate"],
    error: "Before startDate",
  })
  .meta({
    id: "AssignPlan",
    description:
      "The default of `startDate` is the present local day of the relationship; both days are included.",
  });

export const planAssignmentSchema = z
  .strictObject({
    assignmentId: idSchema,
    planId: idSchema,
    planKind: z.enum(PLAN_KINDS),
    planRevision: z.int(),
    followsNewer: z.boolean(),
    excepted: planExceptionSchema
      .nullable()
      .describe("Null unless the client was excepted from a publication."),
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
      "A plan assigned to one client for a range of local days, both included; `endDate` is null if it is open-ended, `planRevision` is the revision in force. If it `followsNewer`, it adopts newer revisions when they are published.",
  });
export type PlanAssignmentAnswer = z.output<typeof planAssignmentSchema>;

const courseOverSchema = z.strictObject({
  message: z
    .strictObject({ en: z.string(), de: z.string() })
    .describe("Sentence for the coach, in English and German."),
});
export type CourseOver = z.output<typeof courseOverSchema>;

export const listedAssignmentSchema = planAssignmentSchema
  .extend({
    title: z.string().describe("The plan's present title, also once the plan is archived."),
    courseOver: courseOverSchema
      .nullable()
      .describe(
        "Null while the assignment has occurrences on the present local day or later. Otherwise it has run its course: it keeps its status and makes no more tasks.",
      ),
    warnings: z
      .array(withheldWarningSchema)
      .describe("Occurrences that cannot be shown, on the 28 dates up to the newest local day."),
  })
  .meta({
    id: "ListedPlanAssignment",
    description: "An assignment in a list, with its plan's title and the warnings for its coach.",
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
        "Number of the program's day to continue with today, from 0. Without it, the remaining days move by whole weeks.",
      ),
  })
  .meta({ id: "ResumePlanAssignment", description: "How a paused assignment continues." });

export const supersedeAssignmentSchema = z
  .strictObject({
    planId: idSchema,
    endDate: localDateSchema.optional(),
    followsNewer: z
      .boolean()
      .default(true)
      .describe("Whether the assignment adopts newer revisions."),
    stopUse: z
      .boolean()
      .default(false)
      .describe("Whether workouts that phones have taken offline can no longer be submitted."),
  })
  .meta({
    id: "SupersedePlanAssignment",
    description:
      "The plan that replaces the assigned one, of any kind, from the present local day of the relationship on.",
  });

export const supersededAssignmentSchema = z
  .strictObject({ superseded: planAssignmentSchema, successor: planAssignmentSchema })
  .meta({
    id: "SupersededPlanAssignment",
    description: "The replaced assignment, and the new one.",
  });
