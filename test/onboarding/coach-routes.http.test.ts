import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { nudgedTaskSchema, overriddenTaskSchema } from "../../contract/onboarding/coach-schema.ts";
import { move } from "../factories/onboarding/onboarding-life.ts";
import { actPath, onboardingPath, useCoachDesk } from "../factories/onboarding/coach-desk.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { buildPublishedForm } from "../factories/forms/published-form.ts";

const desk = await useCoachDesk();
const stranger = await desk.client();

const em = () => desk.api.deps.database.em;
const CANCEL = { type: "CANCEL", reason: "Has told me everything on the phone" };

describe("GET .../clients/{clientId}/onboarding", () => {
  test("shows workflow, questionnaire, blocks, history and the owner's possible acts", async () => {
    const client = await desk.client("SKIPPED_FOR_NOW");
    const { instanceId, relationshipId, workspaceId, taskId, formAssignmentId } = client;
    expect(await desk.read(client)).toMatchObject({
      workspaceId,
      relationshipId,
      relationshipStatus: "ACTIVE",
      clientUserId: client.client.userId,
      workflow: {
        instanceId,
        definitionKey: "CLIENT_INVITE_V1",
        definitionVersion: 2,
        status: "COMPLETED_WITH_PENDING_TASK",
        retentionExpiresAt: null,
      },
      questionnaire: {
        taskId,
        formAssignmentId,
        status: "SKIPPED_FOR_NOW",
        formStatus: "ASSIGNED",
        skippedAt: expect.any(String),
        submittedAt: null,
        reminderCadence: "DAILY",
        nextReminderAt: expect.any(String),
      },
      blocks: { programs: true, nutrition: true },
      history: [
        { taskId, type: "skipped", actorKind: "CLIENT", actorUserId: client.client.userId },
        { type: "created", actorKind: "SYSTEM", actorUserId: null },
        { taskId, type: "created", actorKind: "SYSTEM", actorUserId: null },
      ],
      overrides: [],
      retentionReport: null,
      baseline: { taskType: "BASELINE", status: "COMPLETED", formStatus: null },
      baselineActions: [],
      actions: [
        "NUDGE",
        "CANCEL",
        "REASSIGN_QUESTIONNAIRE",
        "REQUEST_COMPLETION",
        "FORCE_COMPLETE",
      ],
    });
  });

  test("shows the time of the submission, and no answer", async () => {
    const client = await desk.client("COMPLETED");
    const { questionnaire, actions } = await desk.read(client);
    expect(questionnaire).toMatchObject({
      status: "COMPLETED",
      formStatus: "SUBMITTED",
      submittedAt: expect.any(String),
      formSubmissionId: expect.any(String),
    });
    expect(actions).toEqual([]);
    const { text } = await desk.api.call("GET", onboardingPath(client), {
      token: client.coachToken,
    });
    expect(text).not.toContain("Nothing special");
  });

  test("offers a coach who is not the owner everything but the forced completion", async () => {
    const client = await desk.client();
    const token = await desk.secondCoach(client);
    const { data } = await desk.api.call("GET", onboardingPath(client), { token });
    expect(data).toMatchObject({
      actions: ["NUDGE", "CANCEL", "REASSIGN_QUESTIONNAIRE", "REQUEST_COMPLETION"],
    });
  });

  test("is readable while paused and after the end, and offers nothing then", async () => {
    const client = await desk.client("SKIPPED_FOR_NOW");
    await move(em(), client, "PAUSE");
    expect(await desk.read(client)).toMatchObject({
      relationshipStatus: "PAUSED",
      workflow: { status: "PAUSED", resumesAs: "COMPLETED_WITH_PENDING_TASK" },
      actions: [],
    });
    await move(em(), client, "END");
    expect(await desk.read(client)).toMatchObject({
      relationshipStatus: "ENDED",
      workflow: { status: "CANCELLED", retentionExpiresAt: expect.any(String) },
      questionnaire: { status: "SKIPPED_FOR_NOW", formStatus: "CANCELLED" },
      actions: [],
    });
  });

  test("is for the coaches of the workspace alone", async () => {
    const client = await desk.client();
    const get = (path: string, token?: string) =>
      desk.api.call("GET", path, token === undefined ? {} : { token });
    const path = onboardingPath(client);
    expect(refusalOf(await get(path))).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await get(path, client.clientToken))).toBe("403 APP_ROLE_MISMATCH");
    expect(refusalOf(await get(path, stranger.coachToken))).toBe("404 NOT_FOUND");
    const smuggled = onboardingPath({ ...stranger, client: client.client });
    expect(refusalOf(await get(smuggled, stranger.coachToken))).toBe("404 NOT_FOUND");
    const nonsense = path.replace(client.client.userId, "nonsense");
    expect(refusalOf(await get(nonsense, client.coachToken))).toBe("400 VALIDATION_FAILED");
  });
});

describe("POST .../onboarding/tasks/{taskId}/override", () => {
  test("returns the task, the override with its reason, and its consequences", async () => {
    const client = await desk.client("SKIPPED_FOR_NOW");
    const { taskId, formAssignmentId } = client;
    const key = randomUUID();
    const first = await desk.act(client, "override", { key, body: CANCEL });
    expect(overriddenTaskSchema.parse(first.data)).toMatchObject({
      task: { taskId, status: "CANCELLED", formStatus: "CANCELLED", nextReminderAt: null },
      override: {
        ...CANCEL,
        actorKind: "COACH",
        actorUserId: client.coach.userId,
        replacedFormAssignmentId: null,
      },
      sideEffects: {
        workflowStatus: "COMPLETED",
        onboardingStatus: "COMPLETED",
        blocks: { programs: false, nutrition: false },
        cancelledFormAssignmentId: formAssignmentId,
        assignedFormAssignmentId: null,
        remindersStopped: true,
        notification: null,
      },
    });
    const again = await desk.act(client, "override", { key, body: CANCEL });
    expect([again.headers.get("Idempotency-Replayed"), again.data]).toEqual(["true", first.data]);
    const other = await desk.act(client, "override", { key, body: { ...CANCEL, reason: "No" } });
    expect(refusalOf(other)).toBe("422 IDEMPOTENCY_KEY_REUSED");
    expect(refusalOf(await desk.act(client, "override", { body: CANCEL }))).toBe("409 TASK_CLOSED");
    const kept = await em()
      .fork()
      .execute("select answer from idempotency_key where key = ?", [key]);
    expect(JSON.stringify(kept)).not.toContain(CANCEL.reason);
  });

  test("reassigns to a version of the workspace, and requests completion without a reason", async () => {
    const client = await desk.client("OPENED");
    const { formVersionId } = await buildPublishedForm(em(), client.coach);
    const type = "REASSIGN_QUESTIONNAIRE";
    const body = { type, formVersionId, reason: "The longer one" };
    const reassigned = await desk.act(client, "override", { body });
    expect(reassigned.data).toMatchObject({
      task: { status: "OPENED", formVersionId, formStatus: "ASSIGNED" },
      override: { replacedFormAssignmentId: client.formAssignmentId },
      sideEffects: { cancelledFormAssignmentId: client.formAssignmentId },
    });
    const overridden = await desk.act(client, "override", { body: { type: "REQUEST_COMPLETION" } });
    expect(overridden.data).toMatchObject({
      task: { status: "OPENED" },
      override: { type: "REQUEST_COMPLETION", reason: null },
      sideEffects: { notification: { decidedBefore: false } },
    });
    expect((await desk.read(client)).overrides).toHaveLength(2);
  });

  test("lets the owner complete without a submission", async () => {
    const client = await desk.client("READY");
    const body = { type: "FORCE_COMPLETE", reason: "Came on paper" };
    expect((await desk.act(client, "override", { body })).data).toMatchObject({
      task: { status: "COMPLETED", formSubmissionId: null, formStatus: "CANCELLED" },
      sideEffects: { workflowStatus: "COMPLETED" },
    });
  });
});

describe("POST .../onboarding/tasks/{taskId}/nudge", () => {
  test("reminds once a day, and then returns the first decision", async () => {
    const client = await desk.client("SKIPPED_FOR_NOW");
    const key = randomUUID();
    const first = await desk.act(client, "nudge", { key });
    const nudged = nudgedTaskSchema.parse(first.data);
    expect(nudged).toMatchObject({ taskId: client.taskId, decidedBefore: false });
    const replayed = await desk.act(client, "nudge", { key });
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    expect(replayed.data).toEqual(first.data);
    expect((await desk.act(client, "nudge")).data).toEqual({ ...nudged, decidedBefore: true });
    expect((await desk.read(client)).questionnaire.remindersFrom).not.toBe(nudged.localDate);
  });

  test("is refused if there is no task to remind of", async () => {
    const done = await desk.client("COMPLETED");
    expect(refusalOf(await desk.act(done, "nudge"))).toBe("409 TASK_CLOSED");
    const paused = await desk.client();
    await move(em(), paused, "PAUSE");
    expect(refusalOf(await desk.act(paused, "nudge"))).toBe("403 RELATIONSHIP_INACTIVE");
    await move(em(), paused, "END");
    expect(refusalOf(await desk.act(paused, "nudge"))).toBe("403 RELATIONSHIP_INACTIVE");
  });
});

describe("overrides and nudges", () => {
  test.each(["override", "nudge"] as const)(
    "%s: refused to others, and without a key",
    async (act) => {
      const client = await desk.client();
      const body = act === "override" ? { body: CANCEL } : {};
      const path = actPath(client, act);
      const { coachToken: token } = client;
      const keyless = await desk.api.call("POST", path, { token, ...body });
      expect(refusalOf(keyless)).toBe("400 VALIDATION_FAILED");
      const nobody = await desk.api.call("POST", path, { key: randomUUID(), ...body });
      expect(refusalOf(nobody)).toBe("401 UNAUTHENTICATED");
      const asClient = await desk.act(client, act, { token: client.clientToken, ...body });
      expect(refusalOf(asClient)).toBe("403 APP_ROLE_MISMATCH");
      const foreign = await desk.act(client, act, { token: stranger.coachToken, ...body });
      expect(refusalOf(foreign)).toBe("404 NOT_FOUND");
      const smuggled = await desk.act({ ...stranger, taskId: client.taskId }, act, body);
      expect(refusalOf(smuggled)).toBe("404 NOT_FOUND");
      expect((await desk.read(client)).questionnaire.status).toBe("READY");
    },
  );
});
