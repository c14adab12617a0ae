import { expressionBuilder, type Expression } from "kysely";
import { instantText, jsonList, jsonObject } from "../platform/statements/sql-parts.ts";
import type { Tables } from "../tables.ts";

// Instants are RFC 3339 text, as they are sent.

/** An onboarding as its client sees it. */
export type OnboardingView = NonNullable<
  ReturnType<typeof onboardingPart> extends Expression<{ readonly view: infer View }> ? View : never
>;

const task = expressionBuilder<Tables & { t: Tables["onboardingTask"] }, "t">();

/** The shown fields of a task, the table's alias `t`. */
export const taskParts = {
  id: task.ref("t.id"),
  taskKey: task.ref("t.taskKey"),
  taskType: task.ref("t.taskType"),
  status: task.ref("t.status"),
  sortOrder: task.ref("t.sortOrder"),
  revision: task.ref("t.revision"),
  formAssignmentId: task.ref("t.formAssignmentId"),
  dueAt: instantText(task.ref("t.dueAt")),
  openedAt: instantText(task.ref("t.openedAt")),
  skippedAt: instantText(task.ref("t.skippedAt")),
  completedAt: instantText(task.ref("t.completedAt")),
  cancelledAt: instantText(task.ref("t.cancelledAt")),
  expiredAt: instantText(task.ref("t.expiredAt")),
  reminderCadence: task.ref("t.reminderCadence"),
  remindersFrom: task.ref("t.remindersFrom"),
  nextReminderAt: instantText(task.ref("t.nextReminderAt")),
};

/** The questionnaire of the task with its client's locale, or null. */
const questionnaire = task
  .selectFrom("formAssignment as a")
  .innerJoin("formVersion as v", "v.id", "a.formVersionId")
  .innerJoin("relationship as r", "r.id", "a.relationshipId")
  .innerJoin("clientProfile as p", "p.userId", "r.clientUserId")
  .select((form) =>
    jsonObject({
      formAssignmentId: form.ref("a.id"),
      formVersionId: form.ref("a.formVersionId"),
      title: form.ref("v.title"),
      locale: form.ref("p.locale"),
      status: form.ref("a.status"),
      revision: form.ref("a.revision"),
      dueAt: instantText(form.ref("a.dueAt")),
      submittedAt: instantText(form.ref("a.submittedAt")),
    }).as("questionnaire"),
  )
  .whereRef("a.id", "=", "t.formAssignmentId");

/** A task of an onboarding. */
export type OnboardingTaskView = OnboardingView["task"];

/** A task as its client sees it. */
const shownTask = jsonObject({ ...taskParts, submissionId: task.ref("t.submissionId") });

/** All tasks of the instance `i`, in order. */
const everyTask = expressionBuilder<Tables & { i: Tables["onboardingInstance"] }, "i">()
  .selectFrom("onboardingTask as t")
  .select(shownTask.as("entry"))
  .whereRef("t.instanceId", "=", "i.id")
  .orderBy("t.sortOrder");

/** The latest onboarding of a relationship as one JSON value, or null; `task` is its first task, the questionnaire. */
export function onboardingPart(relationshipId: Expression<string>) {
  return expressionBuilder<Tables>()
    .selectFrom("onboardingInstance as i")
    .innerJoin("workflowDefinition as d", "d.id", "i.definitionId")
    .innerJoin("onboardingTask as t", "t.instanceId", "i.id")
    .select((onboarding) =>
      jsonObject({
        instanceId: onboarding.ref("i.id"),
        relationshipId: onboarding.ref("i.relationshipId"),
        definitionKey: onboarding.ref("d.key"),
        definitionVersion: onboarding.ref("d.version"),
        status: onboarding.ref("i.status"),
        resumesAs: onboarding.ref("i.resumesAs"),
        programAssignmentBlocked: onboarding.ref("i.programAssignmentBlocked"),
        nutritionAssignmentBlocked: onboarding.ref("i.nutritionAssignmentBlocked"),
        startedAt: instantText(onboarding.ref("i.startedAt")),
        finishedAt: instantText(onboarding.ref("i.finishedAt")),
        task: shownTask,
        tasks: jsonList(everyTask),
        questionnaire: questionnaire.$asScalar(),
      }).as("view"),
    )
    .where("i.relationshipId", "=", relationshipId)
    .orderBy("i.startedAt", "desc")
    .orderBy("i.id", "desc")
    .orderBy("t.sortOrder")
    .limit(1);
}
