import { submittedFormSchema } from "../../../contract/forms/assignment-schema.ts";
import { coachOnboardingSchema } from "../../../contract/onboarding/coach-schema.ts";
import { completedTaskSchema, skippedTaskSchema } from "../../../contract/onboarding/schema.ts";
import type { PlanAnswer } from "../../../contract/plans/schema.ts";
import type { SubmissionOutcome } from "../../../device/forms/types.ts";
import type { FormAnswers } from "../../../device/wire/form-types.ts";
import { callApi, callRefused } from "../call-api.ts";
import type { ClientOnPhone } from "./client-chapters.ts";
import { type Coach, TITLES } from "./coach-chapters.ts";
import { TourFailure, expectEqual, expectPresent } from "../expect-equal.ts";
import type { Stage } from "../stage.ts";

/** The client's answers; the other questions are hidden or optional. */
const ANSWERS: FormAnswers = {
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

/** A skipped questionnaire: its task and its form, and when the client is reminded. */
export interface SkippedOnboarding {
  readonly taskId: string;
  readonly formAssignmentId: string;
  readonly nextReminderAt: string | null;
}

/** The client opens the questionnaire and skips it. */
export async function clientSkips(
  stage: Stage,
  { phone }: ClientOnPhone,
): Promise<SkippedOnboarding> {
  const { page } = stage;
  page.chapter("The client skips the coach's questionnaire for now");
  const account = await phone.device.part("account");
  await account.refresh();
  const onboarding = expectPresent("the onboarding", await account.onboarding());
  const { workflowStatus, tasks, nextRoute } = onboarding;
  const { taskId, taskKey, status } = expectPresent("its task", tasks[0]);
  page.note(`workflow ${workflowStatus}, ${taskKey} ${status}, next ${nextRoute}`);
  await done(
    "opening",
    phone.show(() => account.open({ taskId })),
  );
  const reason = "Later, I want to look around first";
  const skipped = skippedTaskSchema.parse(
    await done(
      "skipping",
      phone.show(() => account.skip({ taskId, reason })),
    ),
  );
  const nextReminderAt = skipped.reminderSchedule?.nextReminderAt ?? null;
  page.note(`${skipped.task.status}, reminder ${nextReminderAt}, next ${skipped.nextRoute}`);
  page.verified("skipping only opens the app: nutrition and programs wait");
  const formAssignmentId = expectPresent("the form", onboarding.formAssignmentId);
  return { taskId, formAssignmentId, nextReminderAt };
}

/** The answer of an online act that the server carried out. Throws TourFailure. */
async function done(what: string, outcome: Promise<SubmissionOutcome>): Promise<unknown> {
  const found = await outcome;
  if (found.kind === "DONE") return found.data;
  throw new TourFailure(what, { expected: "DONE", actual: JSON.stringify(found) });
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
  { phone }: ClientOnPhone,
  { taskId, formAssignmentId }: SkippedOnboarding,
): Promise<void> {
  const { page } = stage;
  page.chapter("The client returns, fills it in offline, and submits it");
  const account = await phone.device.part("account");
  await done(
    "opening it again",
    phone.show(() => account.open({ taskId })),
  );
  const forms = await (await phone.scope()).part("forms");
  expectEqual("the reading of the form", await forms.refresh(), "READ");
  phone.goOffline();
  page.note("No signal: the answers are stored on the phone, and their draft waits in its outbox.");
  const written = await forms.write({ formAssignmentId, answers: ANSWERS });
  expectEqual("the answers", written.kind, "WRITTEN");
  expectEqual("the draft", await forms.save({ formAssignmentId }), "QUEUED");
  await phone.goOnline();
  const submission = await done(
    "the submission",
    phone.show(() => forms.submit({ formAssignmentId })),
  );
  const { formSubmissionId } = submittedFormSchema.parse(submission);
  const completed = completedTaskSchema.parse(
    await done(
      "the completion",
      phone.show(() => account.complete({ taskId, formSubmissionId })),
    ),
  );
  const { task, workflowStatus, blocks, nextRoute } = completed;
  page.note(
    `${task.status}, workflow ${workflowStatus}, nutrition ${blocks.nutrition ? "blocked" : "open"}, next ${nextRoute}`,
  );
  page.verified("the plan that was refused before can now be assigned");
}
