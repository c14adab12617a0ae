import type { z } from "zod";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type {
  completedTaskSchema,
  OnboardingAnswer,
  OnboardingTaskAnswer,
  onboardingTasksSchema,
  openedTaskSchema,
  skippedTaskSchema,
} from "../../contract/onboarding/schema.ts";
import type { OnboardingTaskView, OnboardingView } from "../../db/onboarding/onboarding-view.ts";
import { nextRoute } from "../../rules/accounts/next-route.ts";
import { titleInLanguage } from "../../rules/forms/content-in-language.ts";
import { isClosed } from "../../rules/onboarding/next-onboarding-deadline.ts";

/** A task for its client. */
function presentTask(task: OnboardingTaskView): OnboardingTaskAnswer {
  const { id, submissionId, reminderCadence: _cadence, remindersFrom: _from, ...rest } = task;
  return { taskId: id, formSubmissionId: submissionId, ...rest };
}

/** An onboarding for its client. */
export function presentOnboarding(onboarding: OnboardingView): OnboardingAnswer {
  const { instanceId, relationshipId, definitionKey, definitionVersion } = onboarding;
  const { status, startedAt, finishedAt, task } = onboarding;
  return {
    instanceId,
    relationshipId,
    definitionKey,
    definitionVersion,
    workflowStatus: status,
    startedAt,
    finishedAt,
    task: presentTask(task),
    formAssignmentId: task.formAssignmentId,
    skippable: true,
    blocks: presentBlocks(onboarding),
  };
}

/** Tasks that are still to be done, in order. */
export function presentPendingTasks(onboarding: OnboardingView | null): OnboardingTaskAnswer[] {
  if (onboarding === null) return [];
  return onboarding.tasks.filter(({ status }) => !isClosed(status)).map(presentTask);
}

/** An opened task, and where its form is. */
export function presentOpened(
  { tasks }: OnboardingView,
  taskId: string,
): z.output<typeof openedTaskSchema> {
  const task = tasks.find(({ id }) => id === taskId);
  if (task === undefined) throw new Error("The task that this transaction opened is missing");
  const { formAssignmentId } = task;
  return {
    task: presentTask(task),
    formAssignmentId,
    formLaunchRoute:
      formAssignmentId === null ? null : `/api/v1/client/form-assignments/${formAssignmentId}`,
  };
}

/** A skipped task, and the next step. */
export function presentSkipped(onboarding: OnboardingView): z.output<typeof skippedTaskSchema> {
  const { task, status } = onboarding;
  const { reminderCadence: cadence, remindersFrom: fromDate, nextReminderAt } = task;
  const isReminded = cadence !== null && fromDate !== null;
  return {
    task: presentTask(task),
    workflowStatus: status,
    reminderSchedule: isReminded ? { cadence, fromDate, nextReminderAt } : null,
    blocks: presentBlocks(onboarding),
    // First-run onboarding is over, for any status of the relationship.
    nextRoute: "LIGHTWEIGHT_WELCOME",
  };
}

/** A completed task, and the next step. */
export function presentCompleted(
  onboarding: OnboardingView,
  relationshipStatus: RelationshipStatus,
): z.output<typeof completedTaskSchema> {
  const { task, status } = onboarding;
  const [nextTask = null] = presentPendingTasks(onboarding);
  return {
    task: presentTask(task),
    workflowStatus: status,
    blocks: presentBlocks(onboarding),
    nextTask,
    nextRoute: nextRoute(relationshipStatus, task.status),
  };
}

/** The list of the tasks, with the form to fill in. */
export function presentTasks(onboarding: OnboardingView): z.output<typeof onboardingTasksSchema> {
  const { tasks, status, finishedAt, questionnaire } = onboarding;
  const pending = presentPendingTasks(onboarding);
  const [currentTask = null] = pending;
  return {
    items: tasks.map(presentTask),
    currentTask,
    questionnaireAssignment: questionnaire && presentQuestionnaire(questionnaire),
    completion: {
      workflowStatus: status,
      taskCount: tasks.length,
      closedCount: tasks.length - pending.length,
      finishedAt,
    },
  };
}

function presentQuestionnaire({
  locale,
  title,
  ...rest
}: NonNullable<OnboardingView["questionnaire"]>) {
  return { ...rest, title: titleInLanguage(locale, title) };
}

function presentBlocks(onboarding: OnboardingView) {
  const { programAssignmentBlocked, nutritionAssignmentBlocked } = onboarding;
  return { programs: programAssignmentBlocked, nutrition: nutritionAssignmentBlocked };
}
