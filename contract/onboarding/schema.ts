import * as z from "zod";
import { FORM_ASSIGNMENT_STATUSES } from "../forms/vocabulary.ts";
import { REASON_LENGTH } from "../relationships/vocabulary.ts";
import { NEXT_ROUTES } from "../accounts/vocabulary.ts";
import { idSchema, instantSchema, localDateSchema, textSchema } from "../wire.ts";
import {
  ONBOARDING_TASK_STATUSES,
  ONBOARDING_TASK_TYPES,
  REMINDER_CADENCES,
  WORKFLOW_STATUSES,
} from "./vocabulary.ts";

export const ownOnboardingQuerySchema = z.strictObject({ relationshipId: idSchema.optional() });
export const onboardingTaskParamsSchema = z.strictObject({ taskId: idSchema });

/** The device's clock is kept as evidence; nothing is ordered by it. */
export const openTaskSchema = z.strictObject({ clientTimestamp: instantSchema });
export const skipTaskSchema = z.strictObject({ reason: textSchema(REASON_LENGTH).optional() });
export const completeFromFormSchema = z.strictObject({ formSubmissionId: idSchema });
/** By the type of the task. */
export const completeTaskSchema = z.discriminatedUnion("type", [
  completeFromFormSchema.extend({ type: z.literal("QUESTIONNAIRE") }),
]);

/** A task of the onboarding, to its client. */
export const onboardingTaskSchema = z.strictObject({
  taskId: idSchema,
  taskKey: z.string(),
  taskType: z.enum(ONBOARDING_TASK_TYPES),
  status: z.enum(ONBOARDING_TASK_STATUSES),
  sortOrder: z.int(),
  revision: z.int(),
  formAssignmentId: idSchema.nullable(),
  /** What completed it. */
  formSubmissionId: idSchema.nullable(),
  dueAt: instantSchema.nullable(),
  /** When it was opened last. */
  openedAt: instantSchema.nullable(),
  skippedAt: instantSchema.nullable(),
  completedAt: instantSchema.nullable(),
  cancelledAt: instantSchema.nullable(),
  expiredAt: instantSchema.nullable(),
  nextReminderAt: instantSchema.nullable(),
});
export type OnboardingTaskAnswer = z.output<typeof onboardingTaskSchema>;

/** What is not assigned while the questionnaire is skipped. */
export const blocksSchema = z.strictObject({ programs: z.boolean(), nutrition: z.boolean() });

/** An onboarding, to its client. */
export const onboardingSchema = z.strictObject({
  instanceId: idSchema,
  relationshipId: idSchema,
  definitionKey: z.string(),
  definitionVersion: z.int(),
  workflowStatus: z.enum(WORKFLOW_STATUSES),
  startedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  task: onboardingTaskSchema,
  formAssignmentId: idSchema.nullable(),
  /** Fixed: nobody can take it from a client (docs/rules.md#onboarding-routes). */
  skippable: z.literal(true),
  blocks: blocksSchema,
});
export type OnboardingAnswer = z.output<typeof onboardingSchema>;

export const ownOnboardingSchema = onboardingSchema.extend({ nextRoute: z.enum(NEXT_ROUTES) });

export const openedTaskSchema = z.strictObject({
  task: onboardingTaskSchema,
  formAssignmentId: idSchema.nullable(),
  /** Where the form is read and filled in; null for a task without one. */
  formLaunchRoute: z.string().nullable(),
});

/** When a skipped task is reminded of; none while the relationship is paused. */
const reminderScheduleSchema = z.strictObject({
  cadence: z.enum(REMINDER_CADENCES),
  /** First local day of a reminder. */
  fromDate: localDateSchema,
  nextReminderAt: instantSchema.nullable(),
});

export const skippedTaskSchema = z.strictObject({
  task: onboardingTaskSchema,
  workflowStatus: z.enum(WORKFLOW_STATUSES),
  reminderSchedule: reminderScheduleSchema.nullable(),
  blocks: blocksSchema,
  nextRoute: z.enum(NEXT_ROUTES),
});

export const completedTaskSchema = z.strictObject({
  task: onboardingTaskSchema,
  workflowStatus: z.enum(WORKFLOW_STATUSES),
  blocks: blocksSchema,
  /** Null when nothing is left to do. */
  nextTask: onboardingTaskSchema.nullable(),
  nextRoute: z.enum(NEXT_ROUTES),
});

/** The form that the client was asked to fill in. */
const questionnaireAssignmentSchema = z.strictObject({
  formAssignmentId: idSchema,
  formVersionId: idSchema,
  title: z.string(),
  status: z.enum(FORM_ASSIGNMENT_STATUSES),
  revision: z.int(),
  dueAt: instantSchema.nullable(),
  submittedAt: instantSchema.nullable(),
});

/** How much of an onboarding is done. */
const completionSchema = z.strictObject({
  workflowStatus: z.enum(WORKFLOW_STATUSES),
  taskCount: z.int(),
  /** Tasks with nothing left to do: completed, cancelled, expired. */
  closedCount: z.int(),
  finishedAt: instantSchema.nullable(),
});

export const onboardingTasksSchema = z.strictObject({
  items: z.array(onboardingTaskSchema),
  /** Null when nothing is left to do. */
  currentTask: onboardingTaskSchema.nullable(),
  questionnaireAssignment: questionnaireAssignmentSchema.nullable(),
  completion: completionSchema,
});
