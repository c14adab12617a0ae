import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  formAssignmentPageSchema,
  ownFormAssignmentSchema,
  submittedFormSchema,
} from "../../contract/forms/assignment-schema.ts";
import { FormDraft } from "../../db/forms/form-draft.ts";
import { buildFormAssignment, GOOD_ANSWERS, INTAKE } from "../factories/forms/assigned-forms.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { otherToken, refusalBody, refusalOf } from "../factories/sync/phone.ts";
import { buildSignedInPair, type SignedInPair } from "../factories/accounts/signed-in-pair.ts";
import type { TestRequest } from "../harness/api.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let pair: SignedInPair;
let ids: readonly string[];

const PATH = "/api/v1/client/form-assignments";

beforeEach(async () => {
  const { em } = api.deps.database;
  pair = await buildSignedInPair(em, issuer);
  const dueAt = new Date("2099-01-05T08:00:00.000Z");
  const first = await buildFormAssignment(em, pair, { dueAt });
  const second = await buildFormAssignment(em, pair);
  const third = await buildFormAssignment(em, pair);
  ids = [first.id, second.id, third.id];
});

describe("The forms of a client", () => {
  test("are the open ones, then the others, newest first, in pages", async () => {
    const [first, second, third] = ids;
    const { formSubmissionId } = await submit(third);
    const whole = await list();
    const own = whole.items.filter(({ sourceType }) => sourceType === "COACH");
    expect(own.map(({ formAssignmentId }) => formAssignmentId)).toEqual([second, first, third]);
    expect(own[2]).toMatchObject({ status: "SUBMITTED", submissionId: formSubmissionId });
    expect(own[1]).toMatchObject({
      status: "ASSIGNED",
      title: "Intake",
      version: 1,
      revision: 1,
      dueAt: "2099-01-05T08:00:00.000Z",
      submissionId: null,
    });
    const paged: string[] = [];
    let query = "?limit=1";
    for (;;) {
      const page = await list(query);
      expect(page.items).toHaveLength(1);
      paged.push(...idsOf(page));
      if (page.nextCursor === null) break;
      query = `?limit=1&cursor=${page.nextCursor}`;
    }
    expect(paged).toEqual(idsOf(whole));
  });

  test("have cursors that are valid only for their list", async () => {
    const { nextCursor } = await list("?limit=1");
    const other = await buildSignedInPair(api.deps.database.em, issuer);
    const foreign = await api.call("GET", `${PATH}?cursor=${nextCursor}`, {
      token: other.clientToken,
    });
    expect(refusalOf(foreign)).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
    expect(refusalOf(await asClient("GET", `${PATH}?cursor=x`)).code).toBe("CURSOR_INVALID");
    expect(refusalOf(await asClient("GET", `${PATH}?limit=0`)).pointers).toEqual(["/query/limit"]);
  });

  test("are read in one statement, and so is each form", async () => {
    const listed = await recordStatements(() => list());
    const one = await recordStatements(() => read(ids[0]));
    for (const { sent } of [listed, one])
      expect(sent.filter(({ text }) => text.includes("form_assignment"))).toHaveLength(1);
  });
});

describe("An assigned form", () => {
  test("shows its questions and the answers so far", async () => {
    const [id = ""] = ids;
    const before = await read(id);
    expect(before).toMatchObject({ content: INTAKE, answers: {}, canSave: true, revision: 1 });
    expect(before.draftSavedAt).toBeNull();
    const savedAt = new Date("2026-01-05T08:00:00.000Z");
    const draft = { lineageId: randomUUID(), revisionBeforeRun: 1, savedAt };
    const answers = { goal: "Ru" };
    await api.deps.database.em.fork().insert(FormDraft, { assignmentId: id, answers, ...draft });
    const saved = await read(id);
    expect(saved).toMatchObject({ answers, draftSavedAt: savedAt.toISOString() });
  });

  test("shows its submission, and is no longer open", async () => {
    const { formSubmissionId } = await submit(ids[0]);
    expect(await read(ids[0])).toMatchObject({
      status: "SUBMITTED",
      revision: 2,
      submissionId: formSubmissionId,
      answers: GOOD_ANSWERS,
      canSave: false,
    });
  });

  test("is readable but not writable during a pause, and not found after the end", async () => {
    const { em } = api.deps.database;
    await setRelationshipStatus(em, pair.relationshipId, "PAUSED");
    expect(await read(ids[0])).toMatchObject({ canSave: false });
    expect((await list()).items.length).toBeGreaterThanOrEqual(3);
    await setRelationshipStatus(em, pair.relationshipId, "ENDED");
    for (const path of [PATH, `${PATH}/${ids[0]}`])
      expect(refusalOf(await asClient("GET", path))).toMatchObject({ status: 404 });
  });

  test("of another client is answered exactly like an unknown one", async () => {
    const { em } = api.deps.database;
    const { id } = await buildFormAssignment(em, await buildSignedInPair(em, issuer));
    const unknown = refusalBody(await asClient("GET", `${PATH}/${randomUUID()}`));
    expect(unknown).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(refusalBody(await asClient("GET", `${PATH}/${id}`))).toEqual(unknown);
    expect(refusalOf(await asClient("GET", `${PATH}/x`)).pointers).toEqual([
      "/path/formAssignmentId",
    ]);
  });

  test("is for the client on the phone only", async () => {
    const tokens = [pair.coachToken, await otherToken(issuer, pair.client, "WEB")];
    for (const path of [PATH, `${PATH}/${ids[0]}`]) {
      expect(refusalOf(await api.call("GET", path))).toMatchObject({ status: 401 });
      for (const token of tokens)
        expect(refusalOf(await api.call("GET", path, { token })).code).toBe("APP_ROLE_MISMATCH");
    }
  });
});

function asClient(method: string, path: string, request: TestRequest = {}) {
  return api.call(method, path, { token: pair.clientToken, ...request });
}

async function list(query = "") {
  const answer = await asClient("GET", `${PATH}${query}`);
  return formAssignmentPageSchema.parse(answer.data);
}

async function read(id: string | undefined) {
  return ownFormAssignmentSchema.parse((await asClient("GET", `${PATH}/${id}`)).data);
}

async function submit(id: string | undefined) {
  const request = { key: randomUUID(), body: { answers: GOOD_ANSWERS } };
  const answer = await asClient("POST", `${PATH}/${id}/submissions`, request);
  return submittedFormSchema.parse(answer.data);
}

function idsOf({ items }: Awaited<ReturnType<typeof list>>) {
  return items.map(({ formAssignmentId }) => formAssignmentId);
}
