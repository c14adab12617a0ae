import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { z } from "zod";
import { cancelFormAssignment } from "../../activities/forms/cancel-form-assignment.ts";
import { submittedFormSchema } from "../../contract/forms/assignment-schema.ts";
import { FormDraft } from "../../db/forms/form-draft.ts";
import { FormSubmission } from "../../db/forms/form-submission.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { buildFormAssignment, GOOD_ANSWERS } from "../factories/forms/assigned-forms.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { refusalBody, refusalOf } from "../factories/sync/phone.ts";
import { buildSignedInPair, type SignedInPair } from "../factories/accounts/signed-in-pair.ts";
import { startApi, type TestAnswer, type TestRequest } from "../harness/api.ts";
import { startTestIssuer } from "../harness/test-issuer.ts";

let pair: SignedInPair;
let formId: string;
const logged: string[] = [];

const issuer = await startTestIssuer();
const api = await startApi({
  issuer: issuer.issuer,
  onLog: (line) => logged.push(JSON.stringify(line)),
});
const owner = new Client({ connectionString: api.database.ownerUrl });
await owner.connect();
const stranger = await buildSignedInPair(api.deps.database.em, issuer);
beforeEach(async () => {
  pair = await buildSignedInPair(api.deps.database.em, issuer);
  formId = (await buildFormAssignment(api.deps.database.em, pair)).id;
});
afterAll(async () => {
  await owner.end();
  await api.close();
  await issuer.close();
});

const pathOf = (id: string) => `/api/v1/client/form-assignments/${id}/submissions`;

const submitted = (answer: TestAnswer) => submittedFormSchema.parse(answer.data);

describe("A submission", () => {
  test("is stored with its version, closes the form and deletes the draft", async () => {
    const { em } = api.deps.database;
    await em.fork().insert(FormDraft, {
      assignmentId: formId,
      answers: { goal: "Ru" },
      lineageId: randomUUID(),
      revisionBeforeRun: 1,
      savedAt: new Date(),
    });
    const answer = await submit();
    expect(answer.status).toBe(200);
    const confirmed = submitted(answer);
    expect(confirmed).toMatchObject({
      formAssignmentId: formId,
      status: "SUBMITTED",
      revision: 2,
    });
    const kept = await em.fork().findOneOrFail(FormSubmission, confirmed.formSubmissionId);
    expect(kept).toMatchObject({
      assignmentId: formId,
      formVersionId: confirmed.formVersionId,
      relationshipId: pair.relationshipId,
      answers: GOOD_ANSWERS,
      submittedByUserId: pair.client.userId,
    });
    expect(kept.submittedAt.toISOString()).toBe(confirmed.submittedAt);
    expect(await em.fork().count(FormDraft, { assignmentId: formId })).toBe(0);
  });

  test("emits FormSubmissionReceived in its transaction and tells the devices", async () => {
    const { formSubmissionId } = submitted(await submit());
    const rows = await outboxOf(pair.relationshipId);
    const received = rows.filter(({ type }) => type === "FormSubmissionReceived");
    const consumers = received.map(({ consumer }) => consumer);
    expect(consumers).toEqual(expect.arrayContaining(["event-feed", "form-mapping"]));
    expect(new Set(consumers).size).toBe(consumers.length);
    for (const { subject_id, refs } of received) {
      expect(subject_id).toBe(formSubmissionId);
      expect(refs).toMatchObject({
        workspaceId: pair.workspaceId,
        relationshipId: pair.relationshipId,
        formAssignmentId: formId,
        submissionId: formSubmissionId,
        sourceType: "COACH",
        sourceId: formId,
        instanceId: null,
      });
    }
    const { rows: changes } = await owner.query(
      "select changes from scope_change where relationship_id = $1 order by seq desc limit 1",
      [pair.relationshipId],
    );
    expect(changes).toEqual([{ changes: { form_assignment: [formId] } }]);
  });

  test("with the same key gets the same answer, once", async () => {
    const request = { key: randomUUID() };
    const first = await submit(GOOD_ANSWERS, request);
    const again = await submit(GOOD_ANSWERS, request);
    expect(again.data).toEqual(first.data);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(await refusal(submit({ goal: "Swim" }, request))).toBe("422 IDEMPOTENCY_KEY_REUSED");
  });

  test("with the same answers and another key is the same submission; other answers conflict", async () => {
    const first = submitted(await submit());
    const { goal, height, pain } = GOOD_ANSWERS;
    expect(submitted(await submit({ pain, height, goal }))).toEqual(first);
    const blanks = { ...GOOD_ANSWERS, note: "", since: null, kinds: [] };
    expect(submitted(await submit(blanks))).toEqual(first);
    expect(await refusal(submit({ goal: "Swim" }))).toBe("409 STATE_CONFLICT");
    const received = (await outboxOf(pair.relationshipId)).filter(
      ({ type }) => type === "FormSubmissionReceived",
    );
    expect(new Set(received.map(({ subject_id }) => subject_id)).size).toBe(1);
  });

  test("names each invalid question, and changes nothing", async () => {
    const answer = await submit({ height: 999, birth: "soon", where: "Knee", "a/b~c": 1 });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: [
        { pointer: "/answers/goal", code: "required" },
        { pointer: "/answers/birth", code: "invalid_type" },
        { pointer: "/answers/height", code: "too_big" },
        { pointer: "/answers/where", code: "not_shown" },
        { pointer: "/answers/a~1b~0c", code: "unknown_question" },
      ],
    });
    const { em } = api.deps.database;
    expect(await em.fork().count(FormSubmission, { assignmentId: formId })).toBe(0);
    expect(submitted(await submit()).revision).toBe(2);
  });

  test("of a cancelled form is refused as closed", async () => {
    await transact(api.deps.database.em, async (tx) => {
      await lockScope(tx, pair.relationshipId);
      const now = await clockNow(tx);
      await cancelFormAssignment(tx, { formAssignmentId: formId, now, requestId: null });
    });
    expect(await refusal(submit())).toBe("409 TASK_CLOSED");
  });

  test("is retryable while the relationship is paused, and refused after its end", async () => {
    const { em } = api.deps.database;
    await setRelationshipStatus(em, pair.relationshipId, "PAUSED");
    expect(await refusal(submit())).toBe("403 RELATIONSHIP_INACTIVE");
    await setRelationshipStatus(em, pair.relationshipId, "ENDED");
    expect(await refusal(submit())).toBe("404 NOT_FOUND");
  });

  test("is retryable while the workspace is suspended", async () => {
    await owner.query("update coach_workspace set status = 'SUSPENDED' where id = $1", [
      pair.workspaceId,
    ]);
    expect(await refusal(submit())).toBe("403 WORKSPACE_SUSPENDED");
  });

  test("of another relationship's form is answered like one of an unknown form", async () => {
    const foreign = await buildFormAssignment(api.deps.database.em, stranger);
    const unknown = refusalBody(await submit(GOOD_ANSWERS, { id: randomUUID() }));
    expect(unknown).toMatchObject({ status: 404, code: "NOT_FOUND" });
    for (const answers of [GOOD_ANSWERS, { nonsense: 1 }])
      expect(refusalBody(await submit(answers, { id: foreign.id }))).toEqual(unknown);
  });
});

test("The answers of a form are in no event, log line, problem, stored answer or actor's row", async () => {
  const marker = `marker${randomUUID().replaceAll("-", "")}`;
  const key = randomUUID();
  const answers = [
    await submit({ goal: marker, where: marker }),
    await submit({ goal: marker, height: marker }),
    await submit({ goal: marker }, { key }),
    await submit({ goal: marker }, { key }),
    await submit({ goal: `${marker} again` }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 200, 200, 409]);
  for (const { text } of answers) expect(text).not.toContain(marker);
  for (const table of ["outbox", "scope_change", "idempotency_key", "auth_audit_event", "actor"]) {
    const { rows } = await owner.query(`select 1 from ${table} row where row::text like $1`, [
      `%${marker}%`,
    ]);
    expect({ table, count: rows.length }).toEqual({ table, count: 0 });
  }
  expect(logged.filter((line) => line.includes(marker))).toEqual([]);
  const { rows } = await owner.query("select 1 from form_submission where answers::text like $1", [
    `%${marker}%`,
  ]);
  expect(rows).toHaveLength(1);
});

function submit(
  answers: unknown = GOOD_ANSWERS,
  { id = formId, ...request }: TestRequest & { readonly id?: string } = {},
): Promise<TestAnswer> {
  const sent = { token: pair.clientToken, key: randomUUID(), body: { answers } };
  return api.call("POST", pathOf(id), { ...sent, ...request });
}

async function refusal(answer: Promise<TestAnswer>) {
  const { status, code } = refusalOf(await answer);
  return `${status} ${code}`;
}

async function outboxOf(relationshipId: string) {
  const { rows } = await owner.query(
    "select type, consumer, key, subject_id, refs from outbox where refs ->> 'relationshipId' = $1 and type like 'Form%' order by id",
    [relationshipId],
  );
  return z
    .array(
      z.object({
        type: z.string(),
        consumer: z.string(),
        key: z.string(),
        subject_id: z.string(),
        refs: z.record(z.string(), z.unknown()),
      }),
    )
    .parse(rows);
}
