import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  coachFormAssignmentPageSchema,
  coachFormAssignmentSchema,
  formSubmissionSchema,
  submittedFormSchema,
} from "../../contract/forms/assignment-schema.ts";
import { FormDefinition } from "../../db/forms/form-definition.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { FormDraft } from "../../db/forms/form-draft.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import {
  buildFormAssignment,
  buildFormVersion,
  GOOD_ANSWERS,
  INTAKE,
} from "../factories/forms/assigned-forms.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { refusalBody, refusalOf } from "../factories/sync/phone.ts";
import { buildSignedInPair, type SignedInPair } from "../factories/accounts/signed-in-pair.ts";
import type { TestAnswer, TestRequest } from "../harness/api.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let pair: SignedInPair;
let formVersionId: string;

const stranger = await buildSignedInPair(api.deps.database.em, issuer);
beforeEach(async () => {
  pair = await buildSignedInPair(api.deps.database.em, issuer);
  formVersionId = await buildFormVersion(api.deps.database.em, pair.workspaceId);
});

const formsOf = (of: SignedInPair) => `${roomOf(of)}/form-assignments`;

const codeOf = (answer: TestAnswer) => `${answer.status} ${refusalOf(answer).code}`;

describe("Assigning a form", () => {
  test("to a client emits FormAssigned", async () => {
    const dueAt = "2099-01-05T08:00:00.000Z";
    const given = await give({ body: { formVersionId, dueAt } });
    expect(given).toMatchObject({
      formVersionId,
      relationshipId: pair.relationshipId,
      sourceType: "COACH",
      status: "ASSIGNED",
      revision: 1,
      dueAt,
      assignedByUserId: pair.coach.userId,
    });
    const id = given.formAssignmentId;
    const [event, ...more] = await eventsOf("FormAssigned", id);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ key: id, version: 1 });
    expect(event?.refs).toEqual({
      workspaceId: pair.workspaceId,
      relationshipId: pair.relationshipId,
      formAssignmentId: id,
      formVersionId,
      sourceType: "COACH",
      sourceId: id,
    });
  });

  test("counts once per key", async () => {
    const key = randomUUID();
    expect(await give({ key })).toEqual(await give({ key }));
    const body = { formVersionId, dueAt: "2099-01-05T08:00:00.000Z" };
    const reused = await asCoach("POST", formsOf(pair), { key, body });
    expect(codeOf(reused)).toBe("422 IDEMPOTENCY_KEY_REUSED");
  });

  test("is refused if the form is archived or of another workspace", async () => {
    const { em } = api.deps.database;
    const foreign = await buildFormVersion(em, stranger.workspaceId);
    const archived = await buildFormVersion(em, pair.workspaceId);
    const archive = { status: "ARCHIVED", archivedAt: new Date() } as const;
    await em.fork().nativeUpdate(FormDefinition, { workspaceId: pair.workspaceId }, archive);
    for (const id of [foreign, archived, randomUUID()]) {
      const refused = await asCoach("POST", formsOf(pair), { body: { formVersionId: id } });
      expect(codeOf(refused)).toBe("404 NOT_FOUND");
    }
  });

  test("is refused while the client has 100 open ones", async () => {
    const { em } = api.deps.database;
    const { formAssignmentId: id } = await give();
    const given = await em.fork().findOneOrFail(FormAssignment, { id });
    const { relationshipId, createdAt, updatedAt, revision, status, sourceType } = given;
    const row = { relationshipId, formVersionId, createdAt, updatedAt, revision, status };
    const more = Array.from({ length: 98 }, () => ({
      ...row,
      id: randomUUID(),
      sourceType,
      sourceId: randomUUID(),
    }));
    await em.fork().insertMany(FormAssignment, more);
    const last = await give();
    const refused = await asCoach("POST", formsOf(pair), { body: { formVersionId } });
    expect(codeOf(refused)).toBe("409 ASSIGNMENT_LIMIT_REACHED");
    expect((await cancel(last.formAssignmentId)).status).toBe(200);
    await give();
  });

  test("is refused while the relationship is paused and after its end, and so is cancelling", async () => {
    const { formAssignmentId } = await give();
    for (const status of ["PAUSED", "ENDED"] as const) {
      await setRelationshipStatus(api.deps.database.em, pair.relationshipId, status);
      const answer = await asCoach("POST", formsOf(pair), { body: { formVersionId } });
      expect(codeOf(answer)).toBe("403 RELATIONSHIP_INACTIVE");
      expect(codeOf(await cancel(formAssignmentId))).toBe("403 RELATIONSHIP_INACTIVE");
      expect((await asCoach("GET", formsOf(pair))).status).toBe(200);
    }
  });

  test.each([
    ["no version", {}, "/formVersionId"],
    ["an unknown version", { formVersionId: "x" }, "/formVersionId"],
    ["a due day without a time", { dueAt: "2099-01-05" }, "/dueAt"],
    ["an instant that has passed", { dueAt: "2020-01-05T08:00:00.000Z" }, "/dueAt"],
    ["an unknown field", { note: "" }, "/note"],
  ])("is refused with %s", async (_, more, pointer) => {
    const body = pointer === "/formVersionId" ? more : { formVersionId, ...more };
    const answer = await asCoach("POST", formsOf(pair), { body });
    expect(refusalOf(answer)).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
      pointers: [pointer],
    });
  });
});

describe("Cancelling an assigned form", () => {
  test("emits FormAssignmentCancelled once", async () => {
    const { formAssignmentId: id } = await give();
    const key = randomUUID();
    const first = await cancel(id, { key });
    expect(coachFormAssignmentSchema.parse(first.data)).toMatchObject({
      status: "CANCELLED",
      revision: 2,
      cancelledAt: expect.any(String),
    });
    const replayed = await cancel(id, { key });
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    for (const { data } of [replayed, await cancel(id)]) expect(data).toEqual(first.data);
    expect(refusalOf(await cancel("x")).pointers).toEqual(["/path/formAssignmentId"]);
    expect(await eventsOf("FormAssignmentCancelled", id)).toHaveLength(1);
  });

  test("is refused once it was submitted", async () => {
    const { formAssignmentId: id } = await give();
    await submitted(id);
    expect(codeOf(await cancel(id))).toBe("409 TASK_CLOSED");
    expect(await eventsOf("FormAssignmentCancelled", id)).toEqual([]);
  });

  test.each([
    ["the questionnaire of an onboarding, which is cancelled by override", "ONBOARDING"],
    ["the form of a check-in, which ends with its plan", "CHECK_IN"],
  ] as const)("is refused for %s", async (_, sourceType) => {
    const source = { sourceType, sourceId: randomUUID() } as const;
    const { id } = await buildFormAssignment(api.deps.database.em, pair, source);
    expect(codeOf(await cancel(id))).toBe("409 STATE_CONFLICT");
  });
});

describe("A coach reads", () => {
  test("the progress of a client's forms, newest first, but never a draft", async () => {
    const { formAssignmentId: first } = await give();
    const { formAssignmentId: second } = await give();
    const draft = { answers: { goal: "secret" }, lineageId: randomUUID(), revisionBeforeRun: 1 };
    await api.deps.database.em
      .fork()
      .insert(FormDraft, { assignmentId: second, savedAt: new Date(), ...draft });
    const answer = await asCoach("GET", `${formsOf(pair)}?limit=2`);
    const page = coachFormAssignmentPageSchema.parse(answer.data);
    expect(page.items.map(({ formAssignmentId }) => formAssignmentId)).toEqual([second, first]);
    expect(answer.text).not.toContain("secret");
    expect(codeOf(await asCoach("GET", `${formsOf(pair)}?cursor=x`))).toBe("400 CURSOR_INVALID");
  });

  test("a submission with its questions, in one statement", async () => {
    const { formAssignmentId } = await give();
    const { formSubmissionId } = await submitted(formAssignmentId);
    const path = `${roomOf(pair)}/form-submissions/${formSubmissionId}`;
    const { result, sent } = await recordStatements(() => asCoach("GET", path));
    expect(formSubmissionSchema.parse(result.data)).toMatchObject({
      formSubmissionId,
      formAssignmentId,
      formVersionId,
      title: "Intake",
      submittedByUserId: pair.client.userId,
      content: INTAKE,
      answers: GOOD_ANSWERS,
    });
    expect(sent.filter(({ text }) => text.includes("form_submission"))).toHaveLength(1);
    await setRelationshipStatus(api.deps.database.em, pair.relationshipId, "ENDED");
    expect((await asCoach("GET", path)).data).toEqual(result.data);
  });

  test("nothing of another workspace, with the same answer for existing and unknown forms", async () => {
    const { formAssignmentId } = await give();
    const { formSubmissionId } = await submitted(formAssignmentId);
    const unknown = refusalBody(
      await asCoach("GET", `${roomOf(pair)}/form-submissions/${randomUUID()}`),
    );
    expect(unknown).toMatchObject({ status: 404, code: "NOT_FOUND" });
    for (const [workspaceId, token] of [
      [stranger.workspaceId, stranger.coachToken],
      [pair.workspaceId, stranger.coachToken],
    ] as const) {
      const room = roomOf({ ...pair, workspaceId });
      for (const path of [
        `${room}/form-submissions/${formSubmissionId}`,
        `${room}/form-assignments`,
      ])
        expect(refusalBody(await api.call("GET", path, { token }))).toEqual(unknown);
      const request = { token, key: randomUUID(), body: { formVersionId } };
      const giving = await api.call("POST", `${room}/form-assignments`, request);
      expect(refusalBody(giving)).toEqual(unknown);
      const taking = { token, key: randomUUID() };
      const path = `${room}/form-assignments/${formAssignmentId}/cancel`;
      expect(refusalBody(await api.call("POST", path, taking))).toEqual(unknown);
    }
  });

  test("assignments and submissions; a client and an unauthenticated caller are refused", async () => {
    const paths = [formsOf(pair), `${roomOf(pair)}/form-submissions/${randomUUID()}`];
    for (const path of paths) {
      expect(refusalOf(await api.call("GET", path))).toMatchObject({ status: 401 });
      const byClient = await api.call("GET", path, { token: pair.clientToken });
      expect(refusalOf(byClient)).toMatchObject({ status: 403, code: "APP_ROLE_MISMATCH" });
    }
  });
});

function roomOf({ workspaceId, relationshipId }: SignedInPair) {
  return `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}`;
}

/** A call by the coach; a POST has a fresh key by default. */
function asCoach(method: string, path: string, request: TestRequest = {}): Promise<TestAnswer> {
  const key = method === "POST" ? { key: randomUUID() } : {};
  return api.call(method, path, { token: pair.coachToken, ...key, ...request });
}

async function give(request: TestRequest = {}) {
  const answer = await asCoach("POST", formsOf(pair), { body: { formVersionId }, ...request });
  expect(answer.status).toBe(201);
  return coachFormAssignmentSchema.parse(answer.data);
}

function cancel(id: string, request: TestRequest = {}) {
  return asCoach("POST", `${formsOf(pair)}/${id}/cancel`, request);
}

async function submitted(id: string) {
  const request = { token: pair.clientToken, key: randomUUID(), body: { answers: GOOD_ANSWERS } };
  const path = `/api/v1/client/form-assignments/${id}/submissions`;
  return submittedFormSchema.parse((await api.call("POST", path, request)).data);
}

async function eventsOf(type: "FormAssigned" | "FormAssignmentCancelled", subjectId: string) {
  return await api.deps.database.em
    .fork()
    .find(OutboxRow, { type, subjectId, consumer: "event-feed" });
}
