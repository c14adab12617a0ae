import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { z } from "zod";
import {
  ownFormAssignmentSchema,
  savedDraftSchema,
} from "../../contract/forms/assignment-schema.ts";
import { FORM_LIMITS } from "../../contract/forms/vocabulary.ts";
import { buildFormAssignment, GOOD_ANSWERS } from "../factories/forms/assigned-forms.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalBody,
  refusalOf,
  registeredDevice,
  snapshot,
  sync,
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import type { TestRequest } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;
let formId: string;

const stranger = await buildPhone(api, issuer);
beforeEach(async () => {
  phone = await buildPhone(api, issuer);
  formId = (await buildFormAssignment(api.deps.database.em, phone.pair)).id;
});

const formPath = (id: string) => `/api/v1/client/form-assignments/${id}`;
const draft = { goal: "Ru" };

describe("A draft of answers saved online", () => {
  test("returns its receipt and the form, which is now in progress", async () => {
    const { receipt, formAssignment } = await saved();
    expect(receipt).toMatchObject({
      status: "ACCEPTED",
      acceptedRevision: 2,
      receiptId: expect.any(String),
      refetch: [{ entityType: "form_assignment", entityId: formId, path: formPath(formId) }],
    });
    expect(formAssignment).toMatchObject({ status: "IN_PROGRESS", revision: 2 });
    expect(await readForm()).toMatchObject({ answers: draft, revision: 2, canSave: true });
  });

  test("replaces the former one as a whole", async () => {
    await saved({ answers: { ...GOOD_ANSWERS, pain: true, where: null } });
    await saved({ answers: { height: 171 } });
    expect(await readForm()).toMatchObject({ answers: { height: 171 }, revision: 3 });
  });

  test("is a conflict after another device's draft, and accepted after one's own", async () => {
    const other = await registeredDevice(api, phone.token);
    await saved({ deviceId: other });
    expect((await saved({ deviceId: other })).receipt.status).toBe("ACCEPTED");
    const { receipt, formAssignment } = await saved();
    expect(receipt).toMatchObject({
      status: "CONFLICT",
      conflictCode: "STALE_REVISION",
      latestRevision: 3,
      rebaseable: false,
      conflict: { changedFields: ["answers"], changedBy: "CLIENT", sinceRevision: 1 },
    });
    expect(formAssignment?.revision).toBe(3);
    expect((await saved({ expectedRevision: 3 })).receipt.status).toBe("ACCEPTED");
  });

  test("with an answer of another kind is refused with a receipt", async () => {
    expect((await saved({ answers: { height: "tall" } })).receipt).toMatchObject({
      status: "REJECTED",
      rejectionCode: "ANSWER_INVALID",
      pointer: "/answers/height",
      category: "PAYLOAD_INVALID",
      message: "An answer does not fit its question.",
      receiptId: expect.any(String),
    });
    expect(await readForm()).toMatchObject({ status: "ASSIGNED", answers: {}, revision: 1 });
  });

  test("of a form submitted meanwhile is refused in the language of the operation", async () => {
    const request = { token: phone.token, key: randomUUID(), body: { answers: GOOD_ANSWERS } };
    await api.call("POST", `${formPath(formId)}/submissions`, request);
    const { receipt } = await saved({ metadata: { locale: "de-CH" } });
    expect(receipt).toMatchObject({
      status: "REJECTED",
      rejectionCode: "FORM_CLOSED",
      category: "LIFECYCLE_CLOSED",
      message: "Dieses Formular wurde bereits abgeschickt oder zurückgezogen.",
      latestRevision: 2,
    });
    expect(await readForm()).toMatchObject({ answers: GOOD_ANSWERS, canSave: false });
  });

  test("returns the first receipt when repeated", async () => {
    const body = draftBody();
    const first = savedDraftSchema.parse((await save(body)).data);
    const again = savedDraftSchema.parse((await save(body)).data);
    expect(again.receipt).toEqual({ ...first.receipt, status: "ALREADY_ACCEPTED" });
    expect(again.formAssignment).toEqual(first.formAssignment);
  });
});

describe("The same draft by its route and by sync", () => {
  test("is one operation with one receipt if queued offline and then sent online", async () => {
    const operation = queuedDraft();
    const { results } = await sync(api, phone, [operation]);
    const { clientOperationId } = operation;
    const online = await saved({ clientOperationId });
    expect(online.receipt).toEqual({ ...results[0], status: "ALREADY_ACCEPTED" });
    expect((await snapshot(api, phone)).receipts).toHaveLength(1);
    expect((await readForm()).revision).toBe(2);
  });

  test("is one operation with one receipt if sent online first", async () => {
    const body = draftBody();
    const online = savedDraftSchema.parse((await save(body)).data);
    const { clientOperationId } = body;
    const { results } = await sync(api, phone, [queuedDraft({ clientOperationId })]);
    expect(results[0]).toEqual({ ...online.receipt, status: "ALREADY_ACCEPTED" });
    expect((await snapshot(api, phone)).receipts).toHaveLength(1);
  });

  test("is accepted in a queue on the last seen revision, and the last draft remains", async () => {
    const batch = ["R", "Ru", "Run"].map((goal) => queuedDraft({}, { goal }));
    const { results } = await sync(api, phone, batch);
    expect(results.map(({ acceptedRevision }) => acceptedRevision)).toEqual([2, 3, 4]);
    expect(await readForm()).toMatchObject({ answers: { goal: "Run" }, revision: 4 });
  });

  test("tells other devices where to fetch the form", async () => {
    const before = await snapshot(api, phone);
    await saved();
    const { changes } = await snapshot(api, phone, { since: before.serverCursor });
    const hint = { entityType: "form_assignment", entityId: formId, path: formPath(formId) };
    expect(changes).toEqual([{ ...hint, reason: "CHANGED" }]);
  });
});

describe("Saving a draft is refused", () => {
  test("without a token and to a coach", async () => {
    const anonymous = await api.call("PUT", `${formPath(formId)}/draft`, { rawBody: "{" });
    expect(refusalOf(anonymous)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    const { coach, coachToken } = phone.pair;
    for (const token of [coachToken, await otherToken(issuer, coach, "CLIENT_MOBILE")])
      expect(refusalOf(await save(draftBody(), { token })).code).toBe("APP_ROLE_MISMATCH");
    const token = coachToken;
    const deviceId = await registeredDevice(api, token, { appSurface: "COACH_MOBILE" });
    const byCoach = { ...phone, token, deviceId };
    const { results } = await sync(api, byCoach, [queuedDraft()]);
    expect(results[0]).toMatchObject({ rejectionCode: "ACTOR_NOT_ALLOWED" });
  });

  test("for a foreign form exactly as for an unknown one, whatever the body", async () => {
    const { id } = await buildFormAssignment(api.deps.database.em, stranger.pair);
    for (const body of [draftBody(), draftBody({ deviceId: randomUUID() }), { nonsense: true }]) {
      const foreign = refusalBody(await save(body, { id }));
      expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
      expect(refusalBody(await save(body, { id: randomUUID() }))).toEqual(foreign);
    }
  });

  test("from a foreign or unknown device, before the envelope is judged", async () => {
    for (const deviceId of [stranger.deviceId, randomUUID()])
      for (const body of [draftBody({ deviceId }), { deviceId, nonsense: 1 }])
        expect(refusalOf(await save(body))).toMatchObject({ status: 403, code: "DEVICE_REVOKED" });
  });

  test("as retryable while the scope is paused, and as not found after its end", async () => {
    const { em } = api.deps.database;
    await setRelationshipStatus(em, phone.relationshipId, "PAUSED");
    expect(await saved()).toMatchObject({
      receipt: { status: "SCOPE_LOCKED", rejectionCode: "SCOPE_PAUSED", receiptId: null },
      formAssignment: { status: "ASSIGNED", revision: 1 },
    });
    expect(await readForm()).toMatchObject({ canSave: false });
    await setRelationshipStatus(em, phone.relationshipId, "ENDED");
    expect(refusalOf(await save())).toMatchObject({ status: 404 });
  });
});

describe("A malformed draft", () => {
  test.each([
    ["an unknown field", { color: "red" }, "/color"],
    ["answers that are not an object", { answers: 5 }, "/answers"],
    ["a negative revision", { expectedRevision: -1 }, "/expectedRevision"],
    ["no instant", { clientRecordedAt: undefined }, "/clientRecordedAt"],
  ])("with %s names it", async (_, more, pointer) => {
    expect(refusalOf(await save(draftBody(more)))).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
      pointers: [pointer],
    });
  });

  test("with a body over 256 KB is too large", async () => {
    const body = draftBody({ answers: { goal: "x".repeat(FORM_LIMITS.bodyBytes) } });
    expect(refusalOf(await save(body))).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
  });
});

function draftBody(more: Readonly<Record<string, unknown>> = {}) {
  return {
    deviceId: phone.deviceId,
    clientOperationId: randomUUID(),
    answers: draft,
    expectedRevision: 1,
    clientRecordedAt: "2026-01-05T08:00:00.000Z",
    ...more,
  };
}

function save(body: unknown = draftBody(), request: TestRequest & { readonly id?: string } = {}) {
  const { id = formId, ...rest } = request;
  return api.call("PUT", `${formPath(id)}/draft`, { token: phone.token, body, ...rest });
}

async function saved(
  more: Readonly<Record<string, unknown>> = {},
): Promise<z.output<typeof savedDraftSchema>> {
  return savedDraftSchema.parse((await save(draftBody(more))).data);
}

async function readForm() {
  const answer = await api.call("GET", formPath(formId), { token: phone.token });
  return ownFormAssignmentSchema.parse(answer.data);
}

function queuedDraft(more: Parameters<typeof queued>[2] = {}, answers: object = draft) {
  return queued("form.save-draft", { formAssignmentId: formId, answers }, more);
}
