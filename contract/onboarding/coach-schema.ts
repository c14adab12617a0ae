import * as z from "zod";
import { FORM_ASSIGNMENT_STATUSES } from "../forms/vocabulary.ts";
import { REASON_LENGTH } from "../relationships/vocabulary.ts";
import { CLIENT_ONBOARDING_STATUSES } from "../accounts/vocabulary.ts";
import { RELATIONSHIP_STATUSES } from "../relationships/vocabulary.ts";
import { NOTIFICATION_OUTCOMES, NOTIFICATION_REASONS } from "../notifications/vocabulary.ts";
import { idSchema, instantSchema, localDateSchema, textSchema } from "../wire.ts";
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

/**
 * What is done about a task beyond its course. A reason that is missing where one is required is
 * REASON_REQUIRED; a replacement version belongs to a reassignment, and only to that.
 */
export const overrideTaskSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.enum(OVERRIDE_TYPES).exclude(["REASSIGN_QUESTIONNAIRE"]),
    reason: reasonSchema,
  }),
  z.strictObject({
    type: z.literal("REASSIGN_QUESTIONNAIRE"),
    reason: reasonSchema,
    formVersionId: idSchema,
  }),
]);

/** A workflow instance, to those who look after it. */
const seenWorkflowSchema = z.strictObject({
  instanceId: idSchema,
  definitionKey: z.string(),
  definitionVersion: z.int(),
  status: z.enum(WORKFLOW_STATUSES),
  /** What it returns to after a pause; null unless paused. */
  resumesAs: z.enum(RESUMED_WORKFLOW_STATUSES).nullable(),
  startedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  /** When an ended one is purged; null while the relationship goes on. */
  retentionExpiresAt: instantSchema.nullable(),
});

/** The questionnaire's task with the form it asks for; never an answer. */
const seenTaskSchema = onboardingTaskSchema.extend({
  formVersionId: idSchema.nullable(),
  formStatus: z.enum(FORM_ASSIGNMENT_STATUSES).nullable(),
  submittedAt: instantSchema.nullable(),
  reminderCadence: z.enum(REMINDER_CADENCES).nullable(),
  /** First local day that may still be reminded on; null without reminders. */
  remindersFrom: localDateSchema.nullable(),
});

const seenTaskEventSchema = z.strictObject({
  eventId: idSchema,
  type: z.enum(ONBOARDING_TASK_EVENTS),
  actorKind: z.enum(ONBOARDING_PRINCIPALS),
  actorUserId: idSchema.nullable(),
  occurredAt: instantSchema,
});

const overrideSchema = z.strictObject({
  overrideId: idSchema,
  type: z.enum(OVERRIDE_TYPES),
  actorKind: z.enum(ONBOARDING_PRINCIPALS).extract(["COACH", "SUPPORT"]),
  actorUserId: idSchema.nullable(),
  reason: z.string().nullable(),
  /** The questionnaire that another took the place of. */
  replacedFormAssignmentId: idSchema.nullable(),
  createdAt: instantSchema,
});

/** What the end of a retention took away, by count. */
const retentionReportSchema = z.strictObject({
  purgedAt: instantSchema,
  counts: z.record(z.string(), z.int()),
});

/** An onboarding, to support. */
export const supportOnboardingSchema = z.strictObject({
  workspaceId: idSchema,
  relationshipId: idSchema,
  relationshipStatus: z.enum(RELATIONSHIP_STATUSES),
  clientUserId: idSchema,
  workflow: seenWorkflowSchema,
  questionnaire: seenTaskSchema,
  blocks: blocksSchema,
  /** Newest first, at most 100; empty once the retention is over. */
  history: z.array(seenTaskEventSchema),
  overrides: z.array(overrideSchema),
  /** Null before the end of the retention. */
  retentionReport: retentionReportSchema.nullable(),
});

/** An onboarding, to the coaches of its workspace. */
export const coachOnboardingSchema = supportOnboardingSchema.extend({
  /** What the caller may do about the questionnaire now. */
  actions: z.array(z.enum(COACH_ACTIONS)),
});

export type CoachOnboarding = z.output<typeof coachOnboardingSchema>;

/** What was decided about telling the client. */
const toldSchema = z.strictObject({
  notificationId: idSchema,
  outcome: z.enum(NOTIFICATION_OUTCOMES),
  reason: z.enum(NOTIFICATION_REASONS),
  /** The local day whose one reminder this is. */
  localDate: localDateSchema,
  /** It was decided earlier that day: nothing was sent again. */
  decidedBefore: z.boolean(),
});

/** What followed from an override. */
const sideEffectsSchema = z.strictObject({
  workflowStatus: z.enum(WORKFLOW_STATUSES),
  /** Of the client's profile. */
  onboardingStatus: z.enum(CLIENT_ONBOARDING_STATUSES),
  blocks: blocksSchema,
  cancelledFormAssignmentId: idSchema.nullable(),
  assignedFormAssignmentId: idSchema.nullable(),
  remindersStopped: z.boolean(),
  /** Null unless the client was asked to complete. */
  notification: toldSchema.nullable(),
});

export const overriddenTaskSchema = z.strictObject({
  task: seenTaskSchema,
  override: overrideSchema,
  sideEffects: sideEffectsSchema,
});

export const nudgedTaskSchema = z.strictObject({ taskId: idSchema, ...toldSchema.shape });
