import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import {
  onboardingTasksSchema,
  openedTaskSchema,
  ownOnboardingSchema,
  skippedTaskSchema,
} from "../../contract/onboarding/schema.ts";
import { ownFormAssignmentSchema } from "../../contract/forms/assignment-schema.ts";
import { ClientProfile } from "../../db/accounts/client-profile.ts";
import { CoachProfile } from "../../db/accounts/coach-profile.ts";
import { DEFAULT_QUESTIONNAIRE } from "../../rules/forms/default-questionnaire.ts";
import { contentInLanguage, titleInLanguage } from "../../rules/forms/content-in-language.ts";
import { DEFAULT_ANSWERS } from "../factories/forms/forms.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { OPENING, useOnboardingDesk, taskPaths } from "../factories/onboarding/onboarding-desk.ts";
import { refusalOf } from "../factories/accounts/people.ts";

const desk = await useOnboardingDesk();

const stranger = await desk.enter();

const READS = ["/api/v1/client/onboarding", "/api/v1/client-onboarding/tasks"] as const;
const ACTS = ["open", "skip", "completeFromForm", "complete"] as const;

describe.each(READS)("GET %s", (path) => {
  test("needs a token, and a client on a phone", async () => {
    expect(refusalOf(await desk.api.call("GET", path))).toBe("401 UNAUTHENTICATED");
    const asCoach = await desk.api.call("GET", path, { token: stranger.coachToken });
    expect(refusalOf(asCoach)).toBe("403 APP_ROLE_MISMATCH");
  });

  test("refuses a field it does not know", async () => {
    const answer = await desk.api.call("GET", `${path}?status=READY`, {
      token: stranger.clientToken,
    });
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
  });

  test("is empty once the relationship has ended, and works while it is paused", async () => {
    const client = await desk.enter();
    const { em } = desk.api.deps.database;
    const status = async () =>
      (await desk.api.call("GET", path, { token: client.clientToken })).status;
    await setRelationshipStatus(em, client.relationshipId, "PAUSED");
    expect(await status()).toBe(200);
    await setRelationshipStatus(em, client.relationshipId, "ENDED");
    expect(await status()).toBe(404);
  });
});

describe("GET /client/onboarding", () => {
  test("shows status, task, form, whether it can be skipped, blocks and the next route", async () => {
    const client = await desk.enter();
    const { relationshipId, instanceId, taskId, formAssignmentId } = client;
    const shown = ownOnboardingSchema.parse((await desk.read(client)).data);
    expect(shown).toMatchObject({
      instanceId,
      relationshipId,
      definitionKey: "CLIENT_INVITE_V1",
      definitionVersion: 2,
      workflowStatus: "IN_PROGRESS",
      finishedAt: null,
      task: { taskId, status: "READY", formAssignmentId, formSubmissionId: null },
      formAssignmentId,
      skippable: true,
      blocks: { programs: false, nutrition: false },
      nextRoute: "ONBOARDING_QUESTIONNAIRE",
    });
    const named = await desk.read(client, `?relationshipId=${relationshipId}`);
    expect(named.data).toEqual(shown);
  });

  test("names only the client's open relationship", async () => {
    const client = await desk.enter();
    for (const id of [stranger.relationshipId, randomUUID()]) {
      const answer = await desk.read(client, `?relationshipId=${id}`);
      expect(refusalOf(answer)).toBe("404 NOT_FOUND");
    }
    expect(refusalOf(await desk.read(client, "?relationshipId=mine"))).toBe(
      "400 VALIDATION_FAILED",
    );
  });
});

describe("GET /client-onboarding/tasks", () => {
  test("lists the tasks with their form and its progress", async () => {
    const client = await desk.enter();
    const { taskId, formAssignmentId } = client;
    const listed = onboardingTasksSchema.parse((await desk.list(client)).data);
    expect(listed).toMatchObject({
      items: [
        {
          taskId,
          taskType: "QUESTIONNAIRE",
          status: "READY",
          sortOrder: 1,
          dueAt: expect.any(String),
        },
        {
          taskType: "BASELINE",
          status: "READY",
          sortOrder: 2,
          formAssignmentId: null,
          dueAt: null,
        },
      ],
      currentTask: { taskId },
      questionnaireAssignment: { formAssignmentId, status: "ASSIGNED", dueAt: expect.any(String) },
      completion: { workflowStatus: "IN_PROGRESS", taskCount: 2, closedCount: 0 },
    });
    const body = bodyOf("complete", await desk.submit(client));
    await desk.complete(client, body);
    expect((await desk.list(client)).data).toMatchObject({
      items: [
        { taskId, status: "COMPLETED" },
        { status: "READY", dueAt: expect.any(String) },
      ],
      currentTask: { taskType: "BASELINE" },
      questionnaireAssignment: { status: "SUBMITTED" },
      completion: { workflowStatus: "COMPLETED", taskCount: 2, closedCount: 1 },
    });
  });
});

describe("the questionnaire", () => {
  test("is shown in the client's language, and submitted to their coach in the coach's", async () => {
    const client = await desk.enter();
    const {
      clientToken: token,
      coachToken,
      formAssignmentId,
      workspaceId,
      relationshipId,
    } = client;
    const em = desk.api.deps.database.em.fork();
    await em.nativeUpdate(ClientProfile, { userId: client.client.userId }, { locale: "de-DE" });
    const forms = "/api/v1/client/form-assignments";
    const read = await desk.api.call("GET", `${forms}/${formAssignmentId}`, { token });
    const { title, content } = ownFormAssignmentSchema.parse(read.data);
    const english = DEFAULT_QUESTIONNAIRE;
    const german = titleInLanguage("de", english.title);
    expect({ title, content }).toEqual({
      title: german,
      content: contentInLanguage("de", english.content),
    });
    const listed = await desk.api.call("GET", forms, { token });
    expect(listed.data).toMatchObject({ items: [{ title: german }] });
    expect((await desk.list(client)).data).toMatchObject({
      questionnaireAssignment: { title: german },
    });
    const submissionId = await desk.submit(client);
    const submissions = `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/form-submissions`;
    const asCoach = () =>
      desk.api.call("GET", `${submissions}/${submissionId}`, { token: coachToken });
    expect((await asCoach()).data).toMatchObject({ ...english, answers: DEFAULT_ANSWERS });
    await em.nativeUpdate(CoachProfile, { userId: client.coach.userId }, { locale: "de" });
    expect((await asCoach()).data).toMatchObject({
      title: german,
      content,
      answers: DEFAULT_ANSWERS,
    });
  });
});

describe.each(ACTS)("POST .../%s", (act) => {
  test("needs a token", async () => {
    const path = taskPaths(stranger.taskId)[act];
    const answer = await desk.api.call("POST", path, { key: randomUUID(), body: bodyOf(act) });
    expect(refusalOf(answer)).toBe("401 UNAUTHENTICATED");
  });

  test("refuses a missing key, an unknown field, and a malformed task id", async () => {
    const { clientToken: token, taskId } = stranger;
    const body = bodyOf(act);
    const call = (id: string, request: object) =>
      desk.api.call("POST", taskPaths(id)[act], { token, body, ...request });
    expect(refusalOf(await call(taskId, {}))).toBe("400 VALIDATION_FAILED");
    const unknown = { key: randomUUID(), body: { ...body, skippable: false } };
    expect(refusalOf(await call(taskId, unknown))).toBe("400 VALIDATION_FAILED");
    expect(refusalOf(await call("first", { key: randomUUID() }))).toBe("400 VALIDATION_FAILED");
  });

  test("is refused to a coach, and to another client", async () => {
    const client = await desk.enter();
    const asCoach = { ...client, clientToken: client.coachToken };
    expect(refusalOf(await desk[act](asCoach, bodyOf(act)))).toBe("403 APP_ROLE_MISMATCH");
    const foreign = { ...client, clientToken: stranger.clientToken };
    const refused = await desk[act](foreign, bodyOf(act));
    expect(refusalOf(refused)).toBe("404 NOT_FOUND");
    const unknown = await desk[act]({ ...foreign, taskId: randomUUID() }, bodyOf(act));
    expect({ ...unknown.body, requestId: "" }).toEqual({ ...refused.body, requestId: "" });
  });

  test("is refused while the relationship is paused, and unknown once it has ended", async () => {
    const { client, body } = await readyFor(act);
    const { em } = desk.api.deps.database;
    await setRelationshipStatus(em, client.relationshipId, "PAUSED");
    expect(refusalOf(await desk[act](client, body))).toBe("403 RELATIONSHIP_INACTIVE");
    await setRelationshipStatus(em, client.relationshipId, "ENDED");
    expect(refusalOf(await desk[act](client, body))).toBe("404 NOT_FOUND");
  });

  test("is replayed by its key, which no other body may use", async () => {
    const { client, body } = await readyFor(act);
    const key = randomUUID();
    const first = await desk[act](client, body, { key });
    expect(first.status).toBe(200);
    const again = await desk[act](client, body, { key });
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.data).toEqual(first.data);
    const other = { ...bodyOf(act), ...(act === "skip" && { reason: "Later" }) };
    const changed = act === "open" ? { clientTimestamp: "2026-01-02T08:00:00.000Z" } : other;
    expect(refusalOf(await desk[act](client, changed, { key }))).toBe("422 IDEMPOTENCY_KEY_REUSED");
  });
});

describe("opening", () => {
  test("returns the form and its address", async () => {
    const client = await desk.enter();
    const { taskId, formAssignmentId } = client;
    const opened = openedTaskSchema.parse((await desk.open(client, OPENING)).data);
    expect(opened).toMatchObject({ task: { taskId, status: "OPENED" }, formAssignmentId });
    const form = await desk.api.call("GET", opened.formLaunchRoute ?? "", {
      token: client.clientToken,
    });
    expect(form.data).toMatchObject({ formAssignmentId, status: "ASSIGNED" });
  });
});

describe("skipping", () => {
  test("returns reminders, blocks and the next step", async () => {
    const client = await desk.enter({ timezone: "Asia/Tokyo" });
    const skipped = skippedTaskSchema.parse((await desk.skip(client, { reason: "Not now" })).data);
    expect(skipped).toMatchObject({
      task: { status: "SKIPPED_FOR_NOW" },
      workflowStatus: "COMPLETED_WITH_PENDING_TASK",
      reminderSchedule: { cadence: "DAILY", nextReminderAt: skipped.task.nextReminderAt },
      blocks: { programs: true, nutrition: true },
      nextRoute: "LIGHTWEIGHT_WELCOME",
    });
    const { fromDate, nextReminderAt } = skipped.reminderSchedule ?? {};
    expect(nextReminderAt).toBe(`${fromDate}T01:00:00.000Z`);
  });
});

type ActName = (typeof ACTS)[number];

/** A valid body of each act; a completion names the submission. */
function bodyOf(act: ActName, formSubmissionId: string = randomUUID()) {
  return {
    open: OPENING,
    skip: {},
    completeFromForm: { formSubmissionId },
    complete: { type: "QUESTIONNAIRE", formSubmissionId },
  }[act];
}

/** A client for whom this act is possible, and its body. */
async function readyFor(act: ActName) {
  const client = await desk.enter();
  const completes = act === "complete" || act === "completeFromForm";
  return { client, body: bodyOf(act, completes ? await desk.submit(client) : undefined) };
}
