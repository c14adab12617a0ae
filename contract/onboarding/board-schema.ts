import * as z from "zod";
import { RELATIONSHIP_STATUSES } from "../relationships/vocabulary.ts";
import { idSchema, instantSchema, listOf, pageQuerySchema, pageSchema } from "../wire.ts";
import { blocksSchema } from "./schema.ts";
import { COACH_ACTIONS, ONBOARDING_TASK_STATUSES, WORKFLOW_STATUSES } from "./vocabulary.ts";

/** Query of the onboardings of a workspace; all statuses by default. */
export const onboardingBoardQuerySchema = pageQuerySchema.extend({
  status: listOf(WORKFLOW_STATUSES).optional(),
});
export type OnboardingBoardQuery = z.output<typeof onboardingBoardQuerySchema>;

const doneOfAllSchema = z
  .strictObject({ done: z.int(), all: z.int() })
  .meta({ id: "DoneOfAll", description: "How many of all are done." });

const boardTaskShape = {
  taskId: idSchema,
  status: z.enum(ONBOARDING_TASK_STATUSES),
  revision: z.int(),
  dueAt: instantSchema.nullable(),
  openedAt: instantSchema.nullable().describe("When it was last opened."),
  completedAt: instantSchema.nullable(),
  remindersSent: z.int().describe("Reminders and nudges that were sent for this task."),
  lastReminderAt: instantSchema.nullable(),
  nextReminderAt: instantSchema
    .nullable()
    .describe("Null without reminders, and while the relationship is paused."),
  reviewTaskId: idSchema
    .nullable()
    .describe("The unresolved coach task about what the client submitted here; null without one."),
  actions: z.array(z.enum(COACH_ACTIONS)).describe("The caller's present actions on it."),
};

const boardQuestionnaireSchema = z
  .strictObject({
    ...boardTaskShape,
    title: z.string().nullable().describe("Of its form; null without one."),
    skippedAt: instantSchema.nullable(),
    submittedAt: instantSchema.nullable(),
    savedAt: instantSchema
      .nullable()
      .describe("When the client last saved answers that are not submitted yet."),
    answered: doneOfAllSchema
      .nullable()
      .describe("Answered questions of all questions of the form; null without a form."),
  })
  .meta({
    id: "BoardQuestionnaire",
    description: "The questionnaire of an onboarding: states and counts, never an answer.",
  });

const boardBaselineSchema = z
  .strictObject(boardTaskShape)
  .meta({ id: "BoardBaseline", description: "The baseline task of an onboarding." });

export const onboardingBoardRowSchema = z
  .strictObject({
    instanceId: idSchema,
    relationshipId: idSchema,
    relationshipStatus: z.enum(RELATIONSHIP_STATUSES),
    client: z.strictObject({ userId: idSchema, displayName: z.string(), timezone: z.string() }),
    coachUserId: idSchema.describe("The responsible coach."),
    status: z.enum(WORKFLOW_STATUSES),
    startedAt: instantSchema,
    finishedAt: instantSchema.nullable(),
    blocks: blocksSchema,
    tasks: doneOfAllSchema.describe("Tasks that are completed, cancelled or expired, of all."),
    questionnaire: boardQuestionnaireSchema,
    baseline: boardBaselineSchema
      .nullable()
      .describe("Null in an onboarding of version 1, where the baseline is no task."),
  })
  .meta({
    id: "OnboardingBoardRow",
    description: "The onboarding of a client, as a workspace lists it.",
  });
export type OnboardingBoardRow = z.output<typeof onboardingBoardRowSchema>;

/** The onboardings that finished or began last come first. */
export const onboardingBoardPageSchema = pageSchema(onboardingBoardRowSchema);
