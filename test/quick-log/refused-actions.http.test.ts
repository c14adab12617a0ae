import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import type { z } from "zod";
import { quickLogActionAnswerSchema } from "../../contract/quick-log/schema.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalBody,
  refusalOf,
  registeredDevice,
} from "../factories/sync/phone.ts";
import type { TestRequest } from "../harness/api.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let phone: Phone;
let stranger: Phone;

const owner = new Client({ connectionString: api.database.ownerUrl });
await owner.connect();
beforeEach(async () => {
  phone = await buildPhone(api, issuer);
  stranger = await buildPhone(api, issuer);
});
afterAll(async () => {
  await owner.end();
});

const pathOf = (taskId: string) => `/api/v1/client/quick-log/tasks/${taskId}/actions`;

describe("the caller of an action", () => {
  test("needs a token, which is checked before anything is read", async () => {
    const answer = await api.call("POST", pathOf(phone.agenda.habit.id), { rawBody: "{" });
    expect(refusalOf(answer)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
  });

  test("is never a coach: coaches cannot change a client's quick-log rows", async () => {
    const { coachToken, coach, client } = phone.pair;
    const tokens = [
      coachToken,
      await otherToken(issuer, coach, "WEB"),
      await otherToken(issuer, coach, "CLIENT_MOBILE"),
      await otherToken(issuer, client, "WEB"),
      await otherToken(issuer, client, "COACH_MOBILE"),
    ];
    for (const token of tokens) {
      const answer = await act(phone.agenda.habit.id, actionBody(), { token });
      expect(refusalOf(answer)).toMatchObject({ status: 403, code: "APP_ROLE_MISMATCH" });
    }
  });

  test("gets the same answer for a foreign as for an unknown task, whatever the body", async () => {
    const bodies = [actionBody(), actionBody({ deviceId: randomUUID() }), { nonsense: true }];
    for (const body of bodies) {
      const foreign = refusalBody(await act(stranger.agenda.habit.id, body));
      const unknown = refusalBody(await act(randomUUID(), body));
      expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
      expect(unknown).toEqual(foreign);
    }
  });

  test("is refused alike with a revoked, foreign or unknown device, before the envelope is judged", async () => {
    const revoked = await registeredDevice(api, phone.token);
    await api.call("POST", `/api/v1/client/devices/${revoked}/revoke`, phone);
    const refusals = [];
    for (const deviceId of [revoked, stranger.deviceId, randomUUID()]) {
      refusals.push(refusalBody(await act(phone.agenda.habit.id, actionBody({ deviceId }))));
      refusals.push(refusalBody(await act(phone.agenda.habit.id, { deviceId, nonsense: 1 })));
    }
    expect(refusals[0]).toMatchObject({ status: 403, code: "DEVICE_REVOKED" });
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
  });

  test("is locked out in a paused scope with new operations, and gets replays of known ones", async () => {
    const { habit, meal } = phone.agenda;
    const { em } = api.deps.database;
    const body = actionBody();
    const first = quickLogActionAnswerSchema.parse((await act(habit.id, body)).data);
    await setRelationshipStatus(em, phone.relationshipId, "PAUSED");
    const again = quickLogActionAnswerSchema.parse((await act(habit.id, body)).data);
    expect(again.receipt).toEqual({ ...first.receipt, status: "ALREADY_ACCEPTED" });
    const skip = { actionKind: "SKIP", payload: { reason: "BUSY" } };
    expect(await acted(meal.id, skip)).toMatchObject({
      receipt: { status: "SCOPE_LOCKED", rejectionCode: "SCOPE_PAUSED", receiptId: null },
      task: { status: "PENDING", revision: 1 },
    });
    await setRelationshipStatus(em, phone.relationshipId, "ENDED");
    expect(refusalOf(await act(habit.id, body))).toMatchObject({ status: 404 });
  });

  test("is refused in a suspended workspace", async () => {
    await owner.query("update coach_workspace set status = 'SUSPENDED' where id = $1", [
      phone.pair.workspaceId,
    ]);
    for (const body of [actionBody(), actionBody({ deviceId: randomUUID() })])
      expect(refusalOf(await act(phone.agenda.habit.id, body))).toMatchObject({
        status: 404,
        code: "NOT_FOUND",
      });
  });
});

describe("a malformed action", () => {
  test.each([
    ["an unknown field", { color: "red" }, "/color"],
    ["an unknown kind", { actionKind: "LEVITATE" }, "/actionKind"],
    ["a scope that is not an opened log's", { actionKind: "OPEN_STRUCTURED_LOG" }, "/scope"],
    ["a scope of another kind", { scope: "GROUP" }, "/scope"],
    ["an unknown scope", { scope: "WORLD" }, "/scope"],
    ["another task than the path", { payload: { taskId: randomUUID() } }, "/payload/taskId"],
    ["an invalid payload", { payload: 5 }, "/payload"],
    ["an id of 101 characters", { clientOperationId: "x".repeat(101) }, "/clientOperationId"],
    ["a negative revision", { expectedTaskRevision: -1 }, "/expectedTaskRevision"],
    ["a revision above the maximum", { expectedTaskRevision: 2 ** 31 }, "/expectedTaskRevision"],
    ["an invalid instant", { clientRecordedAt: "now" }, "/clientRecordedAt"],
    ["unknown metadata", { metadata: { color: "red" } }, "/metadata/color"],
  ])("is refused and named: %s", async (_name, more, pointer) => {
    expect(refusalOf(await act(phone.agenda.habit.id, actionBody(more)))).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
      pointers: [pointer],
    });
  });

  test("is refused for an invalid task id", async () => {
    expect(refusalOf(await act("x"))).toMatchObject({ status: 400, pointers: ["/path/taskId"] });
  });

  test("is refused with a body of 65 KB", async () => {
    const body = actionBody({ payload: { note: "x".repeat(65 * 1024) } });
    expect(refusalOf(await act(phone.agenda.habit.id, body))).toMatchObject({
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    });
  });

  test("with a payload of another shape gets a verdict with a receipt", async () => {
    const { receipt } = await acted(phone.agenda.habit.id, { payload: { color: "red" } });
    expect(receipt).toMatchObject({
      status: "REJECTED",
      rejectionCode: "PAYLOAD_INVALID",
      receiptId: expect.any(String),
    });
  });
});

function actionBody(more: Readonly<Record<string, unknown>> = {}) {
  return {
    deviceId: phone.deviceId,
    clientOperationId: randomUUID(),
    actionKind: "COMPLETE_TASK",
    scope: "TASK",
    payload: {},
    expectedTaskRevision: 1,
    clientRecordedAt: "2026-01-05T08:00:00.000Z",
    ...more,
  };
}

function act(taskId: string, body: unknown = actionBody(), request: TestRequest = {}) {
  return api.call("POST", pathOf(taskId), { token: phone.token, body, ...request });
}

async function acted(
  taskId: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<z.output<typeof quickLogActionAnswerSchema>> {
  const answer = await act(taskId, actionBody(more));
  return quickLogActionAnswerSchema.parse(answer.data);
}
