import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "@jest/globals";
import { submittedFormSchema } from "../../contract/forms/assignment-schema.ts";
import { completedTaskSchema, skippedTaskSchema } from "../../contract/onboarding/schema.ts";
import { clientMeSchema } from "../../contract/onboarding/client-account-schema.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { FormVersion } from "../../db/forms/form-version.ts";
import { CoachWorkspace } from "../../db/workspaces/coach-workspace.ts";
import { OnboardingTaskEvent } from "../../db/onboarding/onboarding-task-event.ts";
import { OnboardingTask } from "../../db/onboarding/onboarding-task.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { findInconsistencies } from "../factories/onboarding/onboarding-consistency.ts";
import {
  type OnboardedPair,
  OPENING,
  useOnboardingDesk,
} from "../factories/onboarding/onboarding-desk.ts";
import { override } from "../factories/onboarding/onboarding-states.ts";
import { refusalOf } from "../factories/accounts/people.ts";

const desk = await useOnboardingDesk();
const em = () => desk.api.deps.database.em.fork();

afterEach(async () => {
  expect(await findInconsistencies(em())).toEqual([]);
});

describe("Opening a task", () => {
  test("a second time changes nothing", async () => {
    const client = await desk.enter();
    const first = await desk.open(client, OPENING);
    const second = await desk.open(client, { clientTimestamp: "2026-01-02T08:00:00.000Z" });
    expect(second.data).toEqual(first.data);
    expect(await historyOf(client)).toEqual(["created", "opened"]);
    expect(await me(client)).toEqual({
      onboardingStatus: "IN_PROGRESS",
      pending: ["OPENED", "READY"],
      nextRoute: "ONBOARDING_QUESTIONNAIRE",
    });
  });

  test("stores the device's clock with the event as evidence, but uses it for no order", async () => {
    const client = await desk.enter();
    await desk.open(client, { clientTimestamp: "2001-09-09T01:46:40.000Z" });
    const opened = await em().findOneOrFail(OnboardingTaskEvent, {
      taskId: client.taskId,
      type: "opened",
    });
    expect(opened.metadata).toEqual({ clientTimestamp: "2001-09-09T01:46:40.000Z" });
    expect(opened.occurredAt.getFullYear()).toBeGreaterThan(2020);
  });
});

describe("Skipping a task", () => {
  test("keeps it in the list and blocks assignments, and a second skip changes nothing", async () => {
    const client = await desk.enter();
    const first = await desk.skip(client, { reason: "No time today" });
    const second = await desk.skip(client, {});
    expect(second.data).toEqual(first.data);
    expect(await historyOf(client)).toEqual(["created", "skipped"]);
    expect((await desk.list(client)).data).toMatchObject({
      items: [{ taskId: client.taskId, status: "SKIPPED_FOR_NOW" }, { status: "READY" }],
      currentTask: { taskId: client.taskId },
      questionnaireAssignment: { status: "ASSIGNED" },
    });
    expect(await me(client)).toEqual({
      onboardingStatus: "BLOCKED",
      pending: ["SKIPPED_FOR_NOW", "READY"],
      nextRoute: "LIGHTWEIGHT_WELCOME",
    });
  });

  test("stores the reason in the task alone", async () => {
    const client = await desk.enter();
    const answer = await desk.skip(client, { reason: "planted-skip-reason" });
    expect(answer.text).not.toContain("planted");
    const task = await em().findOneOrFail(OnboardingTask, client.taskId);
    expect(task.payload).toEqual({ skipReason: "planted-skip-reason" });
  });

  test("and opening it later resumes it, while status, blocks and reminders stay", async () => {
    const client = await desk.enter();
    const skipped = skippedTaskSchema.parse((await desk.skip(client, {})).data);
    const resumed = await desk.open(client, OPENING);
    await desk.open(client, OPENING);
    const { nextReminderAt } = skipped.task;
    expect(resumed.data).toMatchObject({ task: { status: "SKIPPED_FOR_NOW", nextReminderAt } });
    expect(await historyOf(client)).toEqual(["created", "skipped", "resumed"]);
    expect((await desk.read(client)).data).toMatchObject({
      workflowStatus: "COMPLETED_WITH_PENDING_TASK",
      blocks: { programs: true, nutrition: true },
      nextRoute: "LIGHTWEIGHT_WELCOME",
    });
  });

  test("is refused once the form is submitted", async () => {
    const client = await desk.enter();
    await desk.submit(client);
    expect(refusalOf(await desk.skip(client, {}))).toBe("409 TASK_CLOSED");
  });
});

describe("Completing a task", () => {
  test("by its form clears blocks, ends reminders and makes the baseline the next task", async () => {
    const client = await desk.enter();
    await desk.skip(client, {});
    await desk.open(client, OPENING);
    const formSubmissionId = await desk.submit(client);
    const completed = completedTaskSchema.parse((await linked(client, formSubmissionId)).data);
    expect(completed).toMatchObject({
      task: { status: "COMPLETED", formSubmissionId, nextReminderAt: null },
      workflowStatus: "COMPLETED",
      blocks: { programs: false, nutrition: false },
      nextTask: { taskType: "BASELINE", status: "READY", dueAt: expect.any(String) },
      nextRoute: "BASELINE",
    });
    expect(await historyOf(client)).toEqual(["created", "skipped", "resumed", "completed"]);
    expect(await me(client)).toEqual({
      onboardingStatus: "COMPLETED",
      pending: ["READY"],
      nextRoute: "BASELINE",
    });
  });

  test("of type baseline takes the profile; such a task can be opened but not skipped", async () => {
    const client = await desk.enter();
    const answer = await linked(client, await desk.submit(client));
    const { nextTask } = completedTaskSchema.parse(answer.data);
    const baseline = { ...client, taskId: nextTask?.taskId ?? "" };
    expect((await desk.open(baseline, OPENING)).data).toMatchObject({
      task: { taskId: baseline.taskId, status: "OPENED", nextReminderAt: nextTask?.nextReminderAt },
      formAssignmentId: null,
      formLaunchRoute: null,
    });
    expect(refusalOf(await desk.skip(baseline, {}))).toBe("409 STATE_CONFLICT");
    const { clientToken: token } = client;
    const answers = { birthDate: "1990-02-03", heightCm: 172, goal: "Run ten kilometres" };
    const body = { displayName: "Ana", timezone: "Europe/Berlin", locale: "en", ...answers };
    await desk.api.call("PUT", "/api/v1/client/profile", { token, body });
    expect(await me(client)).toMatchObject({ pending: [], nextRoute: "TODAY" });
    expect(await historyOf(baseline)).toEqual(["created", "opened", "completed"]);
    expect(refusalOf(await desk.open(baseline, OPENING))).toBe("409 TASK_CLOSED");
  });

  test("that was never opened counts as opening it too, and sends an active client to today", async () => {
    const client = await desk.enter({ status: "ACTIVE" });
    const answer = await linked(client, await desk.submit(client));
    expect(answer.data).toMatchObject({ task: { status: "COMPLETED" }, nextRoute: "TODAY" });
    expect(await historyOf(client)).toEqual(["created", "opened", "completed"]);
  });

  test("again with the same submission answers the same task, for any key and by either route", async () => {
    const client = await desk.enter();
    const formSubmissionId = await desk.submit(client);
    const first = await linked(client, formSubmissionId);
    const second = await linked(client, formSubmissionId);
    const third = await desk.complete(client, { type: "QUESTIONNAIRE", formSubmissionId });
    expect([second.status, third.status]).toEqual([200, 200]);
    expect(second.data).toEqual(first.data);
    expect(third.data).toEqual(first.data);
    expect(await historyOf(client)).toEqual(["created", "opened", "completed"]);
  });

  test("is refused for a submission of another form, of another relationship, or for none", async () => {
    const client = await desk.enter();
    const other = await desk.enter();
    const elsewhere = await buildFormAssignment(em(), client);
    const path = `/api/v1/client/form-assignments/${elsewhere.id}/submissions`;
    const sent = await desk.api.call("POST", path, {
      token: client.clientToken,
      key: randomUUID(),
      body: { answers: { goal: "Run", pain: false } },
    });
    const { formSubmissionId: ofOtherForm } = submittedFormSchema.parse(sent.data);
    for (const id of [ofOtherForm, await desk.submit(other), randomUUID()]) {
      expect(refusalOf(await linked(client, id))).toBe("409 SUBMISSION_MISMATCH");
    }
    expect(await historyOf(client)).toEqual(["created"]);
    await linked(client, await desk.submit(client));
    expect(refusalOf(await linked(client, ofOtherForm))).toBe("409 SUBMISSION_MISMATCH");
  });

  test("is refused for the same form if a coach assigned it, in this version or in another", async () => {
    const client = await desk.enter();
    const { formVersionId } = await em().findOneOrFail(FormAssignment, client.formAssignmentId);
    const assigned = await em().findOneOrFail(FormVersion, formVersionId);
    const { formId, version, title, content, publishedAt } = assigned;
    const later = { id: randomUUID(), formId, version: version + 1, title, content, publishedAt };
    await em().insert(FormVersion, later);
    for (const versionId of [assigned.id, later.id]) {
      const { id } = await buildFormAssignment(em(), client, { formVersionId: versionId });
      const submissionId = await desk.submit({ ...client, formAssignmentId: id });
      expect(refusalOf(await linked(client, submissionId))).toBe("409 SUBMISSION_MISMATCH");
    }
    expect(await historyOf(client)).toEqual(["created"]);
  });

  test("is refused if the request names another type", async () => {
    const client = await desk.enter();
    const body = { type: "WORKOUT", formSubmissionId: await desk.submit(client) };
    expect(refusalOf(await desk.complete(client, body))).toBe("400 VALIDATION_FAILED");
  });
});

describe("a task that is", () => {
  test("completed is closed to opening and skipping", async () => {
    const client = await desk.enter();
    await linked(client, await desk.submit(client));
    expect(refusalOf(await desk.open(client, OPENING))).toBe("409 TASK_CLOSED");
    expect(refusalOf(await desk.skip(client, {}))).toBe("409 TASK_CLOSED");
  });

  test("cancelled is closed to everything", async () => {
    const client = await desk.enter();
    const formSubmissionId = randomUUID();
    await override(em(), client, { type: "CANCEL" });
    for (const answer of [
      await desk.open(client, OPENING),
      await desk.skip(client, {}),
      await linked(client, formSubmissionId),
    ]) {
      expect(refusalOf(answer)).toBe("409 TASK_CLOSED");
    }
  });

  test("in a suspended workspace waits", async () => {
    const client = await desk.enter();
    await em().nativeUpdate(CoachWorkspace, { id: client.workspaceId }, { status: "SUSPENDED" });
    expect(refusalOf(await desk.open(client, OPENING))).toBe("403 WORKSPACE_SUSPENDED");
    expect((await desk.read(client)).status).toBe(200);
  });
});

function linked(client: OnboardedPair, formSubmissionId: string) {
  return desk.completeFromForm(client, { formSubmissionId });
}

async function historyOf({ taskId }: OnboardedPair) {
  const events = await em().find(OnboardingTaskEvent, { taskId }, { orderBy: { id: "asc" } });
  return events.map(({ type }) => type);
}

async function me({ clientToken: token }: OnboardedPair) {
  const { data } = await desk.api.call("GET", "/api/v1/auth/client-me", { token });
  const { onboardingStatus, pendingTasks, nextRoute } = clientMeSchema.parse(data);
  return { onboardingStatus, pending: pendingTasks.map(({ status }) => status), nextRoute };
}
