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
    z
      .strictObject({
        type: z.enum(OVERRIDE_TYPES).exclude(["REASSIGN_QUESTIONNAIRE"]),
        reason: reasonSchema,
      })
      .meta({
        id: "PlainTaskOverride",
        description: "An override that needs nothing but a reason.",
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
      "Overrides the usual course of a task. A missing reason is REASON_REQUIRED where one is required. `formVersionId` is for a reassignment only.",
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
      .describe("The status after the pause; null unless paused."),
    startedAt: instantSchema,
    finishedAt: instantSchema.nullable(),
    retentionExpiresAt: instantSchema
      .nullable()
      .describe("When an ended onboarding is purged; null while the relationship lasts."),
  })
  .meta({
    id: "SeenWorkflow",
    description: "A workflow instance, as shown to coaches and support.",
  });

const seenTaskSchema = onboardingTaskSchema
  .extend({
    formVersionId: idSchema.nullable(),
    formStatus: z.enum(FORM_ASSIGNMENT_STATUSES).nullable(),
    submittedAt: instantSchema.nullable(),
    reminderCadence: z.enum(REMINDER_CADENCES).nullable(),
    remindersFrom: localDateSchema
      .nullable()
      .describe("First local day on which a reminder may still be sent; null without reminders."),
  })
  .meta({
    id: "SeenTask",
    description: "A task with its form, if it has one; never an answer.",
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
    description: "An event of a task, by whom and when; `actorUserId` is null for the system.",
  });

const overrideSchema = z
  .strictObject({
    overrideId: idSchema,
    taskId: idSchema,
    type: z.enum(OVERRIDE_TYPES),
    actorKind: z.enum(ONBOARDING_PRINCIPALS).extract(["COACH", "SUPPORT"]),
    actorUserId: idSchema.nullable(),
    reason: z.string().nullable(),
    replacedFormAssignmentId: idSchema.nullable().describe("The questionnaire that was replaced."),
    createdAt: instantSchema,
  })
  .meta({
    id: "TaskOverride",
    description: "An override of a task by a coach or support, and the reason.",
  });

const retentionReportSchema = z
  .strictObject({
    purgedAt: instantSchema,
    counts: z.record(z.string(), z.int()),
  })
  .meta({
    id: "RetentionReport",
    description: "What was deleted at the end of the retention, by count.",
  });

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
      .describe("Newest first, at most 100; empty once the retention has ended."),
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
      .describe("The caller's present actions on the questionnaire."),
    baselineActions: z
      .array(z.enum(COACH_ACTIONS))
      .describe("The caller's present actions on the baseline task."),
  })
  .meta({
    id: "CoachOnboarding",
    description: "An onboarding, as shown to the coaches of its workspace.",
  });

export type CoachOnboarding = z.output<typeof coachOnboardingSchema>;

const noticeSchema = z
  .strictObject({
    notificationId: idSchema,
    outcome: z.enum(NOTIFICATION_OUTCOMES),
    reason: z.enum(NOTIFICATION_REASONS),
    localDate: localDateSchema.describe("The local day to which this single reminder belongs."),
    decidedBefore: z
      .boolean()
      .describe("It was already decided earlier that day; nothing was sent again."),
  })
  .meta({ id: "OverrideNotice", description: "Decision whether to notify the client." });

const sideEffectsSchema = z
  .strictObject({
    workflowStatus: z.enum(WORKFLOW_STATUSES),
    onboardingStatus: z
      .enum(CLIENT_ONBOARDING_STATUSES)
      .describe("Onboarding status of the client's profile."),
    blocks: blocksSchema,
    cancelledFormAssignmentId: idSchema.nullable(),
    assignedFormAssignmentId: idSchema.nullable(),
    remindersStopped: z.boolean(),
    notification: noticeSchema
      .nullable()
      .describe("Null unless the client was asked to complete it."),
  })
  .meta({ id: "OverrideEffects", description: "Consequences of an override." });

export const overriddenTaskSchema = z
  .strictObject({
    task: seenTaskSchema,
    override: overrideSchema,
    sideEffects: sideEffectsSchema,
  })
  .meta({
    id: "OverriddenTask",
    description: "The task after an override, the record of it, and its consequences.",
  });

export const nudgedTaskSchema = z.strictObject({ taskId: idSchema, ...noticeSchema.shape }).meta({
  id: "NudgedTask",
  description:
    "Decision about the reminder that a coach requested: sent, deferred or not sent, and why.",
});
