import * as z from "zod";
import { FORM_ASSIGNMENT_STATUSES } from "../forms/vocabulary.ts";
import { NEXT_ROUTES } from "../accounts/vocabulary.ts";
import { idSchema, instantSchema, localDateSchema, textSchema, REASON_LENGTH } from "../wire.ts";
import {
  ONBOARDING_TASK_STATUSES,
  ONBOARDING_TASK_TYPES,
  REMINDER_CADENCES,
  WORKFLOW_STATUSES,
} from "./vocabulary.ts";

export const ownOnboardingQuerySchema = z.strictObject({ relationshipId: idSchema.optional() });
export const onboardingTaskParamsSchema = z.strictObject({ taskId: idSchema });

export const openTaskSchema = z.strictObject({ clientTimestamp: instantSchema }).meta({
  id: "OpenTask",
  description: "The device's clock is kept as evidence; it does not affect any order.",
});
export const skipTaskSchema = z
  .strictObject({ reason: textSchema(REASON_LENGTH).optional() })
  .meta({
    id: "SkipTask",
    description: "Why the task is skipped for now, if the client says so.",
  });
export const completeFromFormSchema = z.strictObject({ formSubmissionId: idSchema }).meta({
  id: "CompleteFromForm",
  description: "The submission that completes the task; it has to be of the task's form.",
});
export const completeTaskSchema = z
  .discriminatedUnion("type", [completeFromFormSchema.extend({ type: z.literal("QUESTIONNAIRE") })])
  .meta({ id: "CompleteTask", description: "Depends on the type of the task." });

export const onboardingTaskSchema = z
  .strictObject({
    taskId: idSchema,
    taskKey: z.string(),
    taskType: z.enum(ONBOARDING_TASK_TYPES),
    status: z.enum(ONBOARDING_TASK_STATUSES),
    sortOrder: z.int(),
    revision: z.int(),
    formAssignmentId: idSchema.nullable(),
    formSubmissionId: idSchema.nullable().describe("What completed it."),
    dueAt: instantSchema.nullable(),
    openedAt: instantSchema.nullable().describe("When it was last opened."),
    skippedAt: instantSchema.nullable(),
    completedAt: instantSchema.nullable(),
    cancelledAt: instantSchema.nullable(),
    expiredAt: instantSchema.nullable(),
    nextReminderAt: instantSchema.nullable(),
  })
  .meta({ id: "OnboardingTask", description: "A task of the onboarding, as shown to its client." });
export type OnboardingTaskAnswer = z.output<typeof onboardingTaskSchema>;

export const blocksSchema = z.strictObject({ programs: z.boolean(), nutrition: z.boolean() }).meta({
  id: "OnboardingBlocks",
  description: "What is not assigned while the questionnaire is skipped.",
});

export const onboardingSchema = z
  .strictObject({
    instanceId: idSchema,
    relationshipId: idSchema,
    definitionKey: z.string(),
    definitionVersion: z.int(),
    workflowStatus: z.enum(WORKFLOW_STATUSES),
    startedAt: instantSchema,
    finishedAt: instantSchema.nullable(),
    task: onboardingTaskSchema.describe(
      "The questionnaire's status; all tasks are listed by their own route.",
    ),
    formAssignmentId: idSchema.nullable(),
    /** Constant: nobody can take this right from a client (docs/rooms/onboarding.md#routes). */
    skippable: z.literal(true).describe("Constant: nobody can take this right from a client."),
    blocks: blocksSchema,
  })
  .meta({ id: "Onboarding", description: "An onboarding, as shown to its client." });
export type OnboardingAnswer = z.output<typeof onboardingSchema>;

export const ownOnboardingSchema = onboardingSchema
  .extend({ nextRoute: z.enum(NEXT_ROUTES) })
  .meta({
    id: "OwnOnboarding",
    description: "The client's onboarding, and the app's next screen.",
  });

export const openedTaskSchema = z
  .strictObject({
    task: onboardingTaskSchema,
    formAssignmentId: idSchema.nullable(),
    formLaunchRoute: z
      .string()
      .nullable()
      .describe("Where the form is read and filled in; null for a task without one."),
  })
  .meta({
    id: "OpenedTask",
    description: "The opened task, and the form to fill in.",
  });

const reminderScheduleSchema = z
  .strictObject({
    cadence: z.enum(REMINDER_CADENCES),
    fromDate: localDateSchema.describe("First local day with a reminder."),
    nextReminderAt: instantSchema.nullable(),
  })
  .meta({
    id: "ReminderSchedule",
    description:
      "When the client is reminded of a skipped task; there are no reminders while the relationship is paused.",
  });

export const skippedTaskSchema = z
  .strictObject({
    task: onboardingTaskSchema,
    workflowStatus: z.enum(WORKFLOW_STATUSES),
    reminderSchedule: reminderScheduleSchema.nullable(),
    blocks: blocksSchema,
    nextRoute: z.enum(NEXT_ROUTES),
  })
  .meta({
    id: "SkippedTask",
    description: "The skipped task, its reminders, and what is not assigned meanwhile.",
  });

export const completedTaskSchema = z
  .strictObject({
    task: onboardingTaskSchema,
    workflowStatus: z.enum(WORKFLOW_STATUSES),
    blocks: blocksSchema,
    nextTask: onboardingTaskSchema.nullable().describe("Null if nothing is left to do."),
    nextRoute: z.enum(NEXT_ROUTES),
  })
  .meta({
    id: "CompletedTask",
    description: "The completed task, and the next step.",
  });

const questionnaireAssignmentSchema = z
  .strictObject({
    formAssignmentId: idSchema,
    formVersionId: idSchema,
    title: z.string(),
    status: z.enum(FORM_ASSIGNMENT_STATUSES),
    revision: z.int(),
    dueAt: instantSchema.nullable(),
    submittedAt: instantSchema.nullable(),
  })
  .meta({
    id: "QuestionnaireAssignment",
    description: "The form that was assigned to the client.",
  });

const completionSchema = z
  .strictObject({
    workflowStatus: z.enum(WORKFLOW_STATUSES),
    taskCount: z.int(),
    closedCount: z.int().describe("Tasks that are completed, cancelled or expired."),
    finishedAt: instantSchema.nullable(),
  })
  .meta({ id: "OnboardingCompletion", description: "Progress of an onboarding." });

export const onboardingTasksSchema = z
  .strictObject({
    items: z.array(onboardingTaskSchema),
    currentTask: onboardingTaskSchema.nullable().describe("Null if nothing is left to do."),
    questionnaireAssignment: questionnaireAssignmentSchema.nullable(),
    completion: completionSchema,
  })
  .meta({
    id: "OnboardingTasks",
    description: "All tasks of the onboarding in order, the next one, its form, and the progress.",
  });
