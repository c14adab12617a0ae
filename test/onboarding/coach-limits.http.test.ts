import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { endpoints } from "../../api/endpoints.ts";
import { planAssignmentSchema, planSchema } from "../../contract/plans/schema.ts";
import { FormSubmission } from "../../db/forms/form-submission.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { buildFormVersion } from "../factories/forms/assigned-forms.ts";
import { DEFAULT_ANSWERS } from "../factories/forms/forms.ts";
import {
  type OnboardedPair,
  OPENING,
  useOnboardingDesk,
} from "../factories/onboarding/onboarding-desk.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { programContent } from "../factories/plans/plan-acts.ts";
import { planBodies } from "../factories/plans/plans.ts";

const desk = await useOnboardingDesk();
const em = () => desk.api.deps.database.em.fork();

const client = await desk.enter({ status: "ACTIVE" });

const recurrence = { rrule: "FREQ=DAILY" };
const weight = { metricKind: "WEIGHT", unit: "kg", min: 20, max: 400, mode: "REPLACE" };
const contents = {
  program: programContent(1),
  meal: planBodies.meal,
  supplement: planBodies.supplement,
  habit: planBodies.habit,
  measurement: { kind: "MEASUREMENT", title: "Weigh in", recurrence, metrics: [weight] },
  photo: { kind: "PHOTO", title: "From the front", recurrence, poses: ["Front"] },
  reminder: { kind: "REMINDER", title: "Book the lab", recurrence },
  "custom reminder": { kind: "CUSTOM_REMINDER", title: "Rest", recurrence },
} as const;

describe("while the questionnaire is skipped a coach", () => {
  test.each(["program", "meal", "supplement"] as const)(
    "may not assign a %s plan",
    async (kind) => {
      const skipped = await desk.enter({ status: "ACTIVE" });
      await desk.skip(skipped, {});
      expect(refusalOf(await assign(kind, skipped))).toBe("409 ASSIGNMENT_BLOCKED");
      const { relationshipId } = skipped;
      expect(await em().count(PlanAssignment, { relationshipId })).toBe(0);
    },
  );

  test("may assign any plan that is neither nutrition nor a program", async () => {
    const skipped = await desk.enter({ status: "ACTIVE" });
    await desk.skip(skipped, {});
    for (const kind of ["habit", "measurement", "photo", "reminder", "custom reminder"] as const) {
      const { data } = await assign(kind, skipped);
      expect(planAssignmentSchema.parse(data).status).toBe("ACTIVE");
    }
    const formVersionId = await buildFormVersion(em(), skipped.workspaceId);
    const checkIn = { kind: "CHECK_IN", title: "How was it?", formVersionId };
    const planId = await makePlan({ ...checkIn, recurrence }, skipped);
    expect((await asCoach(assignmentsOf(skipped), { planId }, skipped)).status).toBe(201);
  });

  test.each(["program", "meal"] as const)("may not replace a plan by a %s plan", async (kind) => {
    const skipped = await desk.enter({ status: "ACTIVE" });
    await desk.skip(skipped, {});
    const { assignmentId } = planAssignmentSchema.parse((await assign("habit", skipped)).data);
    const path = `${assignmentsOf(skipped)}/${assignmentId}/supersede`;
    const planId = await makePlan(contents[kind], skipped);
    expect(refusalOf(await asCoach(path, { planId }, skipped))).toBe("409 ASSIGNMENT_BLOCKED");
    const { status } = await em().findOneOrFail(PlanAssignment, { id: assignmentId });
    expect(status).toBe("ACTIVE");
  });

  test("keeps earlier assignments running, also after a pause", async () => {
    const before = await desk.enter({ status: "ACTIVE" });
    const { assignmentId } = planAssignmentSchema.parse((await assign("meal", before)).data);
    await desk.skip(before, {});
    for (const act of ["pause", "resume"]) {
      const answer = await asCoach(`${assignmentsOf(before)}/${assignmentId}/${act}`, {}, before);
      expect(answer.status).toBe(200);
    }
  });

  test("may not assign after the client has resumed it, and may once it is submitted", async () => {
    const skipped = await desk.enter({ status: "ACTIVE" });
    await desk.skip(skipped, {});
    await desk.open(skipped, OPENING);
    expect(refusalOf(await assign("meal", skipped))).toBe("409 ASSIGNMENT_BLOCKED");
    await desk.completeFromForm(skipped, { formSubmissionId: await desk.submit(skipped) });
    expect((await assign("meal", skipped)).status).toBe(201);
  });

  test("may assign to a client who is still to be asked, and to another one", async () => {
    const other = await desk.enter({ coach: client.coach, status: "ACTIVE" });
    await desk.skip(other, {});
    expect((await assign("meal")).status).toBe(201);
  });
});

describe("a coach", () => {
  test("cannot make the questionnaire non-skippable: there is no such field", async () => {
    const { coachToken: token } = client;
    const workspace = `/api/v1/workspaces/${client.workspaceId}`;
    const email = `${randomUUID()}@example.com`;
    const task = `${workspace}/clients/${client.client.userId}/onboarding/tasks/${client.taskId}`;
    const tries = [
      await asCoach(`${workspace}/invitations`, { email, skippable: false }),
      await desk.api.call("PATCH", `${workspace}/settings`, { token, body: { skippable: false } }),
      await asCoach(`${task}/override`, { type: "REQUEST_COMPLETION", skippable: false }),
      await asCoach(`${task}/override`, { type: "MAKE_REQUIRED", reason: "I want it" }),
    ];
    for (const answer of tries) expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    expect((await desk.read(client)).data).toMatchObject({ skippable: true });
  });

  test("cannot submit answers for a client", async () => {
    const { formAssignmentId: assignmentId } = client;
    const path = `/api/v1/client/form-assignments/${assignmentId}/submissions`;
    const answer = await asCoach(path, { answers: DEFAULT_ANSWERS });
    expect(refusalOf(answer)).toBe("403 APP_ROLE_MISMATCH");
    expect(await em().count(FormSubmission, { assignmentId })).toBe(0);
  });

  test("cannot edit answers through onboarding: no route accepts any", async () => {
    const { workspaceId, taskId } = client;
    const submitted = await desk.enter({ coach: client.coach });
    const submissionId = await desk.submit(submitted);
    const before = await em().findOneOrFail(FormSubmission, submissionId);
    const { userId } = submitted.client;
    const path = `/api/v1/workspaces/${workspaceId}/clients/${userId}/onboarding/tasks/${taskId}`;
    const body = { type: "REQUEST_COMPLETION", answers: DEFAULT_ANSWERS };
    expect(refusalOf(await asCoach(`${path}/override`, body))).toBe("400 VALIDATION_FAILED");
    const own = { formSubmissionId: submissionId, answers: { main_goal: "Other" } };
    const linked = await desk.completeFromForm(submitted, own);
    expect(refusalOf(linked)).toBe("400 VALIDATION_FAILED");
    expect(await em().findOneOrFail(FormSubmission, submissionId)).toEqual(before);
  });

  test("cannot open, skip or complete a task in place of the client", async () => {
    const inPlace = { ...client, clientToken: client.coachToken };
    const formSubmissionId = randomUUID();
    for (const answer of [
      await desk.open(inPlace, OPENING),
      await desk.skip(inPlace, {}),
      await desk.completeFromForm(inPlace, { formSubmissionId }),
      await desk.complete(inPlace, { type: "QUESTIONNAIRE", formSubmissionId }),
    ]) {
      expect(refusalOf(answer)).toBe("403 APP_ROLE_MISMATCH");
    }
  });
});

describe("onboarding is online only", () => {
  test("no transition of a task is in the sync registry", () => {
    const types = operationFeatures.flatMap(({ operationTypes }) => [...operationTypes.keys()]);
    expect(types).toContain("form.save-draft");
    expect(
      types.filter((type) => /onboarding|skip-questionnaire|complete-from/.test(type)),
    ).toEqual([]);
  });

  test("each of its acts needs an idempotency key", () => {
    const acts = endpoints.filter(
      ({ path, method }) => method === "POST" && path.includes("onboarding/tasks"),
    );
    expect(acts.length).toBeGreaterThanOrEqual(4);
    for (const act of acts) expect(act).toMatchObject({ kind: "act", idempotency: "key" });
  });
});

function asCoach(path: string, body: unknown, { coachToken: token } = client) {
  return desk.api.call("POST", path, { token, key: randomUUID(), body });
}

type Kind = keyof typeof contents;

function assignmentsOf({ workspaceId, relationshipId }: OnboardedPair) {
  return `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/plan-assignments`;
}

async function makePlan(content: object, pair: OnboardedPair): Promise<string> {
  const path = `/api/v1/workspaces/${pair.workspaceId}/plans`;
  const made = await asCoach(path, { content, publish: true }, pair);
  return planSchema.parse(made.data).planId;
}

/** Creates a plan of a kind and tries to assign it to the client. */
async function assign(kind: Kind, pair: OnboardedPair = client) {
  const planId = await makePlan(contents[kind], pair);
  return asCoach(assignmentsOf(pair), { planId }, pair);
}
