import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { formClientPageSchema } from "../../contract/forms/form-client-schema.ts";
import { FormVersion } from "../../db/forms/form-version.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { buildRelationship, setRelationshipStatus } from "../factories/accounts/identity.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { isStatement } from "../factories/db/explain.ts";
import { faultsOf, useFormDesk } from "../factories/forms/form-desk.ts";
import {
  buildFormAssignment,
  buildFormVersion,
  GOOD_ANSWERS,
} from "../factories/forms/assigned-forms.ts";
import type { TestRequest } from "../harness/api.ts";
import { recordStatements } from "../harness/record-statements.ts";

const desk = await useFormDesk();
const { em } = desk.api.deps.database;
const { workspaceId } = desk.pair;

describe("The clients of a form", () => {
  test("are those who have it, each with the newest assignment that was not withdrawn", async () => {
    const { formId, formVersionId } = await makeForm();
    const [waiting, done, ended, without] = [
      await addClient("Asia/Kathmandu"),
      await addClient(),
      await addClient(),
      await addClient(),
    ];
    const dueAt = new Date("2099-01-05T08:00:00.000Z");
    const first = await give(waiting.relationshipId, { formVersionId, dueAt });
    const withdrawn = await give(waiting.relationshipId, { formVersionId });
    await withdraw(waiting.relationshipId, withdrawn.id);
    const early = await give(done.relationshipId, { formVersionId });
    await submit(done.client.userId, early.id);
    const again = await give(done.relationshipId, { formVersionId });
    const submissionId = await submit(done.client.userId, again.id);
    await give(ended.relationshipId, { formVersionId });
    await setRelationshipStatus(em, ended.relationshipId, "ENDED");
    await give(without.relationshipId, { formVersionId: await buildFormVersion(em, workspaceId) });
    const answer = await visit(formId);
    const { items, nextCursor } = formClientPageSchema.parse(answer.data);
    expect(nextCursor).toBeNull();
    expect(items.map(({ relationshipId }) => relationshipId)).toEqual([
      done.relationshipId,
      waiting.relationshipId,
    ]);
    expect(items[1]).toEqual({
      formAssignmentId: first.id,
      relationshipId: waiting.relationshipId,
      client: { userId: waiting.client.userId, displayName: expect.any(String) },
      timezone: "Asia/Kathmandu",
      formVersionId,
      version: 1,
      title: "Intake",
      sourceType: "COACH",
      status: "ASSIGNED",
      revision: 1,
      dueAt: dueAt.toISOString(),
      assignedAt: expect.any(String),
      submittedAt: null,
      submissionId: null,
      assignedByUserId: null,
    });
    expect(items[0]).toMatchObject({
      formAssignmentId: again.id,
      status: "SUBMITTED",
      submittedAt: expect.any(String),
      submissionId,
    });
    expect(answer.text).not.toContain(GOOD_ANSWERS.goal);
  });

  test("do not include a plan's check-in before it is submitted", async () => {
    const { formId, formVersionId } = await makeForm();
    const { relationshipId } = await addClient();
    const source = { sourceType: "CHECK_IN", sourceId: randomUUID() } as const;
    await give(relationshipId, { formVersionId, ...source });
    expect((await clientsOf(formId)).items).toEqual([]);
  });

  test("are read page by page, and a cursor is valid only for its form", async () => {
    const { formId, formVersionId } = await makeForm();
    const ids: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      const { relationshipId } = await addClient();
      await give(relationshipId, { formVersionId });
      ids.unshift(relationshipId);
    }
    const first = await clientsOf(formId, "?limit=2");
    const cursor = encodeURIComponent(first.nextCursor ?? "");
    const second = await clientsOf(formId, `?limit=2&cursor=${cursor}`);
    expect([...first.items, ...second.items].map((item) => item.relationshipId)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
    const other = await makeForm();
    const foreign = await visit(other.formId, `?cursor=${cursor}`);
    expect(refusalOf(foreign)).toBe("400 CURSOR_INVALID");
    expect(faultsOf(await visit(formId, "?limit=0"))).toEqual(["/query/limit too_small"]);
    expect(faultsOf(await visit("x"))).toEqual(["/path/formId invalid_format"]);
  });

  test("are answered with 304 while nothing about them changed", async () => {
    const { formId, formVersionId } = await makeForm();
    const { client, relationshipId } = await addClient();
    const { id } = await give(relationshipId, { formVersionId });
    const tag = (await visit(formId)).headers.get("ETag") ?? "";
    const known = { headers: { "If-None-Match": tag } };
    expect((await visit(formId, "", known)).status).toBe(304);
    await submit(client.userId, id);
    const renewed = await visit(formId, "", known);
    expect(renewed.status).toBe(200);
    expect(renewed.headers.get("ETag")).not.toBe(tag);
  });

  test("take the same number of statements, however many there are", async () => {
    const { formId, formVersionId } = await makeForm();
    const statements = async () => {
      const { sent } = await recordStatements(() => visit(formId));
      return sent.filter(isStatement).length;
    };
    await visit(formId);
    const none = await statements();
    for (let nth = 0; nth < 4; nth += 1) {
      const { relationshipId } = await addClient();
      await give(relationshipId, { formVersionId });
    }
    expect((await clientsOf(formId)).items).toHaveLength(4);
    expect(await statements()).toBe(none);
  });
});

/** A published form of the desk's workspace. */
async function makeForm() {
  const formVersionId = await buildFormVersion(em, workspaceId);
  const { formId } = await em.fork().findOneOrFail(FormVersion, formVersionId);
  return { formId, formVersionId };
}

function addClient(timezone = "UTC") {
  return buildRelationship(em, { coach: desk.pair.coach, timezone });
}

function give(relationshipId: string, changes: Parameters<typeof buildFormAssignment>[2]) {
  return buildFormAssignment(em, { workspaceId, relationshipId }, changes);
}

async function submit(clientUserId: string, formAssignmentId: string): Promise<string> {
  const request = { clientUserId, formAssignmentId, answers: GOOD_ANSWERS, requestId: null };
  return (await transact(em, (tx) => submitForm(tx, request))).formSubmissionId;
}

async function withdraw(relationshipId: string, formAssignmentId: string): Promise<void> {
  const path = `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}`;
  const request = { token: desk.pair.coachToken, key: randomUUID() };
  const answer = await desk.api.call(
    "POST",
    `${path}/form-assignments/${formAssignmentId}/cancel`,
    request,
  );
  expect(answer.status).toBe(200);
}

function visit(formId: string, query = "", request: TestRequest = {}) {
  return desk.call("GET", `/${formId}/clients${query}`, request);
}

async function clientsOf(formId: string, query = "") {
  return formClientPageSchema.parse((await visit(formId, query)).data);
}
