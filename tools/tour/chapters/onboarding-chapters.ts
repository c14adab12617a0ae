import { randomUUID } from "node:crypto";
import {
  type OwnFormAssignment,
  ownFormAssignmentSchema,
  submittedFormSchema,
} from "../../../contract/forms/assignment-schema.ts";
import type { Answers } from "../../../contract/forms/content-schema.ts";
import { coachOnboardingSchema } from "../../../contract/onboarding/coach-schema.ts";
import {
  completedTaskSchema,
  openedTaskSchema,
  type OnboardingAnswer,
  ownOnboardingSchema,
  skippedTaskSchema,
} from "../../../contract/onboarding/schema.ts";
import type { PlanAnswer } from "../../../contract/plans/schema.ts";
import { callApi, callRefused } from "../call-api.ts";
import type { ClientOnPhone } from "./client-chapters.ts";
import { type Coach, TITLES } from "./coach-chapters.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import { queueAction } from "../phone.ts";
import type { Person, Stage } from "../stage.ts";
import { sendOne } from "../send-one.ts";

/** The client's answers; the other questions are hidden or optional. */
const ANSWERS: Answers = {
  main_goal: "Run ten kilometres without a break",
  birth_date: "1990-02-28",
  height: 172,
  experience: "under_one_year",
  days_per_week: 3,
  session_length: "up_to_45",
  equipment: ["bands", "bodyweight"],
  has_injuries: false,
  has_medical_advice: false,
  sleep: 7.5,
  stress: 4,
  diet: "vegetarian",
};

/** A skipped onboarding, and when the client is reminded. */
export type SkippedOnboarding = OnboardingAnswer & { readonly nextReminderAt: string | null };

const tasksPath = "/api/v1/client/onboarding/tasks";

/** The client opens the questionnaire and skips it. */
export async function clientSkips(stage: Stage, client: Person): Promise<SkippedOnboarding> {
  stage.page.chapter("The client skips the coach's questionnaire for now");
  const { token } = client;
  const { data } = await callApi(
    stage,
    { method: "GET", path: "/api/v1/client/onboarding", token, answer: ownOnboardingSchema },
    ({ workflowStatus, task, nextRoute }) =>
      `workflow ${workflowStatus}, ${task.taskKey} ${task.status}, next ${nextRoute}`,
  );
  await openTask(stage, client, data);
  const skipped = await callApi(
    stage,
    {
      method: "POST",
      path: `${tasksPath}/${data.task.taskId}/skip`,
      token,
      keyed: true,
      body: { reason: "Later, I want to look around first" },
      answer: skippedTaskSchema,
    },
    ({ task, workflowStatus, reminderSchedule, nextRoute }) =>
      `${task.status}, workflow ${workflowStatus}, reminder ${reminderSchedule?.nextReminderAt}, next ${nextRoute}`,
  );
  stage.page.verified("skipping only opens the app: nutrition and programs wait");
  return { ...data, nextReminderAt: skipped.data.reminderSchedule?.nextReminderAt ?? null };
}

/** Meanwhile the coach wants to assign a meal plan and learns what it waits for. */
export async function coachIsBlocked(
  stage: Stage,
  story: {
    readonly coach: Coach;
    readonly client: ClientOnPhone;
    readonly plans: readonly PlanAnswer[];
  },
): Promise<void> {
  const { coach, client, plans } = story;
  stage.page.chapter("The coach's meal plan waits for the questionnaire");
  const { workspaceId, token } = coach;
  const meal = expectPresent(
    "the meal plan",
    plans.find(({ title }) => title === TITLES.meal),
  );
  await callRefused(
    stage,
    {
      method: "POST",
      path: `/api/v1/workspaces/${workspaceId}/relationships/${client.relationshipId}/plan-assignments`,
      token,
      keyed: true,
      body: { planId: meal.planId },
    },
    { status: 409, code: "ASSIGNMENT_BLOCKED" },
  );
  const path = `/api/v1/workspaces/${workspaceId}/clients/${client.userId}/onboarding`;
  await callApi(
    stage,
    { method: "GET", path, token, answer: coachOnboardingSchema },
    ({ questionnaire, history, actions }) =>
      `${questionnaire.status} after ${history.length} events; the coach may ${actions.join(", ")}`,
  );
}

/** The client returns, fills in the questionnaire offline and submits it online; nothing is blocked any more. */
export async function clientSubmits(
  stage: Stage,
  client: ClientOnPhone,
  onboarding: OnboardingAnswer,
): Promise<void> {
  stage.page.chapter("The client returns, fills it in offline, and submits it");
  await openTask(stage, client, onboarding);
  const form = await readForm(stage, client, onboarding);
  await saveOffline(stage, client, form);
  const { formAssignmentId } = form;
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/client/form-assignments/${formAssignmentId}/submissions`,
      token: client.token,
      keyed: true,
      body: { answers: (await readForm(stage, client, onboarding)).answers },
      answer: submittedFormSchema,
    },
    ({ formSubmissionId, status }) => `submission ${formSubmissionId}, ${status}`,
  );
  await callApi(
    stage,
    {
      method: "POST",
      path: `${tasksPath}/${onboarding.task.taskId}/complete-from-form`,
      token: client.token,
      keyed: true,
      body: { formSubmissionId: data.formSubmissionId },
      answer: completedTaskSchema,
    },
    ({ task, workflowStatus, blocks, nextRoute }) =>
      `${task.status}, workflow ${workflowStatus}, nutrition ${blocks.nutrition ? "blocked" : "open"}, next ${nextRoute}`,
  );
  stage.page.verified("the plan that was refused before can now be assigned");
}

async function openTask(stage: Stage, { token }: Person, { task }: OnboardingAnswer) {
  await callApi(
    stage,
    {
      method: "POST",
      path: `${tasksPath}/${task.taskId}/open`,
      token,
      keyed: true,
      body: { clientTimestamp: new Date().toISOString() },
      answer: openedTaskSchema,
    },
    (opened) => `${opened.task.status}, the form is at ${opened.formLaunchRoute}`,
  );
}

async function readForm(stage: Stage, { token }: Person, { formAssignmentId }: OnboardingAnswer) {
  const path = `/api/v1/client/form-assignments/${expectPresent("the form", formAssignmentId)}`;
  const { data } = await callApi(
    stage,
    { method: "GET", path, token, answer: ownFormAssignmentSchema },
    ({ title, status, revision, content, answers }) =>
      `"${title}" ${status}, revision ${revision}, ${content.sections.length} sections, ${Object.keys(answers).length} answers`,
  );
  return data;
}

/** A draft is an operation like any other: queued on the phone, confirmed with a receipt. */
async function saveOffline(stage: Stage, client: ClientOnPhone, form: OwnFormAssignment) {
  stage.page.note("No signal: the answers wait in the phone's outbox as form.save-draft.");
  const outbox = await queueAction([], {
    clientOperationId: randomUUID(),
    operationType: "form.save-draft",
    expectedRevision: form.revision,
    clientRecordedAt: new Date().toISOString(),
    payload: { formAssignmentId: form.formAssignmentId, answers: ANSWERS },
  });
  const result = await sendOne(stage, { client, outbox });
  expectEqual("the verdict on the draft", result.status, "ACCEPTED");
}
