import * as z from "zod";
import { FORM_ASSIGNMENT_STATUSES } from "../forms/vocabulary.ts";
import { CLIENT_ONBOARDING_STATUSES } from "../accounts/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../relationships/vocabulary.ts";
import { NOTIFICATION_OUTCOMES, NOTIFICATION_REASONS } from "../notifications/vocabulary.ts";
import { idSchema, instantSchema, localDateSchema, textSchema, REASON_LENGTH } from "../wire.ts";
import { blocksSchema, onboardingTaskSchema } from "./schema.ts";
import {
  COACH_ACTIONS,
  ONBOARDING_PRINCIPALS,
  ONBOARDING_TASK_EVENTS,
  OVERRIDE_TYPES,
  REMINDER_CADENCES,
  RESUMED_WORKFLOW_STATUSES,
  WORKFLOW_STATUSES,
} from "./vocabulary.ts";

/** A client by their user id, in a workspace. */
export const coachOnboardingParamsSchema = z.strictObject({
  workspaceId: idSchema,
  clientId: idSchema,
});
export const coachTaskParamsSchema = coachOnboardingParamsSchema.extend({ taskId: idSchema });
export const supportOnboardingParamsSchema = z.strictObject({ instanceId: idSchema });
export const supportTaskParamsSchema = supportOnboardingParamsSchema.extend({ taskId: idSchema });

const reasonSchema = textSchema(REASON_LENGTH).optional();

export const overrideTaskSchema = z
  .discriminatedUnion("type", [
    z.strictObject({
      type: z.enum(OVERRIDE_TYPES).exclude(["REASSIGN_QUESTIONNAIRE"]),
      reason: reasonSchema,
    }),
    z.strictObject({
      type: z.literal("REASSIGN_QUESTIONNAIRE"),
      reason: reasonSchema,
      formVersionId: idSchema,
    }),
  ])
  .meta({
    id: "OverrideTask",
    description:
      "What is done about a task beyond its course. A reason that is missing where one is required is REASON_REQUIRED; a replacement version belongs to a reassignment, and only to that.",
  });

const seenWorkflowSchema = z
  .strictObject({
    instanceId: idSchema,
    definitionKey: z.string(),
    definitionVersion: z.int(),
    status: z.enum(WORKFLOW_STATUSES),
    resumesAs: z
      .enum(RESUMED_WORKFLOW_STATUSES)
      .nullable()
      .describe("What it returns to after a pause; null unless paused."),
    startedAt: instantSchema,
    finishedAt: instantSchema.nullable(),
    retentionExpiresAt: instantSchema
      .nullable()
      .describe("When an ended one is purged; null while the relationship goes on."),
  })
  .meta({ id: "SeenWorkflow", description: "A workflow instance, to those who look after it." });

const seenTaskSchema = onboardingTaskSchema
  .extend({
    formVersionId: idSchema.nullable(),
    formStatus: z.enum(FORM_ASSIGNMENT_STATUSES).nullable(),
    submittedAt: instantSchema.nullable(),
    reminderCadence: z.enum(REMINDER_CADENCES).nullable(),
    remindersFrom: localDateSchema
      .nullable()
      .describe("First local day that may still be reminded on; null without reminders."),
  })
  .meta({
    id: "SeenTask",
    description: "A task with the form it asks for, where it asks for one; never an answer.",
  });

const seenTaskEventSchema = z
  .strictObject({
    eventId: idSchema,
    taskId: idSchema,
    type: z.enum(ONBOARDING_TASK_EVENTS),
    actorKind: z.enum(ONBOARDING_PRINCIPALS),
    actorUserId: idSchema.nullable(),
    occurredAt: instantSchema,
  })
  .meta({
    id: "SeenTaskEvent",
    description:
      "Something that happened to a task, by whom and when; `actorUserId` is null for the system.",
  });

const overrideSchema = z
  .strictObject({
    overrideId: idSchema,
    taskId: idSchema,
    type: z.enum(OVERRIDE_TYPES),
    actorKind: z.enum(ONBOARDING_PRINCIPALS).extract(["COACH", "SUPPORT"]),
    actorUserId: idSchema.nullable(),
    reason: z.string().nullable(),
    replacedFormAssignmentId: idSchema
      .nullable()
      .describe("The questionnaire that another took the place of."),
    createdAt: instantSchema,
  })
  .meta({
    id: "TaskOverride",
    description: "What a coach or support did to a task in the client's place, and why.",
  });

const retentionReportSchema = z
  .strictObject({
    purgedAt: instantSchema,
    counts: z.record(z.string(), z.int()),
  })
  .meta({ id: "RetentionReport", description: "What the end of a retention took away, by count." });

export const supportOnboardingSchema = z
  .strictObject({
    workspaceId: idSchema,
    relationshipId: idSchema,
    relationshipStatus: z.enum(RELATIONSHIP_STATUSES),
    clientUserId: idSchema,
    workflow: seenWorkflowSchema,
    questionnaire: seenTaskSchema,
    baseline: seenTaskSchema
      .nullable()
      .describe("Null in an onboarding of version 1, where the baseline is no task."),
    blocks: blocksSchema,
    history: z
      .array(seenTaskEventSchema)
      .describe("Newest first, at most 100; empty once the retention is over."),
    overrides: z.array(overrideSchema),
    retentionReport: retentionReportSchema
      .nullable()
      .describe("Null before the end of the retention."),
  })
  .meta({
    id: "SupportOnboarding",
    description: "An onboarding as support sees it: states and instants, never an answer.",
  });

export const coachOnboardingSchema = supportOnboardingSchema
  .extend({
    actions: z
      .array(z.enum(COACH_ACTIONS))
      .describe("What the caller may do about the questionnaire now."),
    baselineActions: z
      .array(z.enum(COACH_ACTIONS))
      .describe("What the caller may do about the task of the baseline now."),
  })
  .meta({ id: "CoachOnboarding", description: "An onboarding, to the coaches of its workspace." });

export type CoachOnboarding = z.output<typeof coachOnboardingSchema>;

const toldSchema = z
  .strictObject({
    notificationId: idSchema,
    outcome: z.enum(NOTIFICATION_OUTCOMES),
    reason: z.enum(NOTIFICATION_REASONS),
    localDate: localDateSchema.describe("The local day whose one reminder this is."),
    decidedBefore: z.boolean().describe("It was decided earlier that day: nothing was sent again."),
  })
  .meta({ id: "OverrideNotice", description: "What was decided about telling the client." });

const sideEffectsSchema = z
  .strictObject({
    workflowStatus: z.enum(WORKFLOW_STATUSES),
    onboardingStatus: z.enum(CLIENT_ONBOARDING_STATUSES).describe("Of the client's profile."),
    blocks: blocksSchema,
    cancelledFormAssignmentId: idSchema.nullable(),
    assignedFormAssignmentId: idSchema.nullable(),
    remindersStopped: z.boolean(),
    notification: toldSchema.nullable().describe("Null unless the client was asked to complete."),
  })
  .meta({ id: "OverrideEffects", description: "What followed from an override." });

export const overriddenTaskSchema = z
  .strictObject({
    task: seenTaskSchema,
    override: overrideSchema,
    sideEffects: sideEffectsSchema,
  })
  .meta({
    id: "OverriddenTask",
    description: "The task after an override, the record of it, and what followed.",
  });

export const nudgedTaskSchema = z.strictObject({ taskId: idSchema, ...toldSchema.shape }).meta({
  id: "NudgedTask",
  description:
    "What was decided about the reminder that a coach asked for: sent, put off or not sent, and why.",
});
