import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { syncAnswerSchema } from "../../contract/sync/schema.ts";
import { setRelationshipStatus, suspendUser } from "../factories/identity.ts";
import {
  ask,
  buildPhone,
  otherToken,
  type Phone,
  refusalBody,
  refusalOf,
  registeredDevice,
  send,
  snapshot,
  sync,
  syncPath,
} from "../factories/phone.ts";
import { queued } from "../factories/sync.ts";
import { type TestAnswer, type TestApi, type TestRequest, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

let issuer: TestIssuer;
let api: TestApi;
let owner: Client;
let phone: Phone;
let stranger: Phone;

beforeAll(async () => {
  issuer = await startTestIssuer();
  api = await startApi({ issuer: issuer.issuer });
  owner = new Client({ connectionString: api.database.ownerUrl });
  await owner.connect();
});
beforeEach(async () => {
  phone = await buildPhone(api, issuer);
  stranger = await buildPhone(api, issuer);
});
afterAll(async () => {
  await owner.end();
  await api.close();
  await issuer.close();
});

const complete = ({ agenda }: Phone) =>
  queued("quick-log.complete-task", { taskId: agenda.habit.id });
const setStatus = (status: "ONBOARDING" | "ACTIVE" | "PAUSED" | "ENDED") =>
  setRelationshipStatus(api.deps.database.em, phone.relationshipId, status);

/** Both halves of sync, as this phone calls them. */
const halves = {
  write: (who: Phone, request: TestRequest = {}) => send(api, who, [complete(phone)], request),
  read: (who: Phone, request: TestRequest = {}) => ask(api, who, {}, request),
} satisfies Record<string, (who: Phone, request?: TestRequest) => Promise<TestAnswer>>;

describe.each(["write", "read"] as const)("The %s half of sync", (half) => {
  const visit = halves[half];

  test("asks for a token before anything else", async () => {
    const method = half === "write" ? "POST" : "GET";
    const answer = await api.call(method, `${syncPath(phone.relationshipId)}?color=red`);
    expect(refusalOf(answer)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  test("answers a foreign relationship exactly like an unknown one", async () => {
    const foreign = refusalBody(await visit({ ...phone, relationshipId: stranger.relationshipId }));
    const unknown = refusalBody(await visit({ ...phone, relationshipId: randomUUID() }));
    const impossible = refusalBody(await visit({ ...phone, relationshipId: "x" }));
    expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(unknown).toEqual(foreign);
    expect(impossible).toEqual(foreign);
  });

  test("answers the coach of another workspace exactly so, whatever else he sends", async () => {
    const foreignCoach = { token: stranger.pair.coachToken };
    const foreign = refusalBody(await visit(phone, foreignCoach));
    const unknown = refusalBody(
      await visit({ ...phone, relationshipId: randomUUID() }, foreignCoach),
    );
    expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(unknown).toEqual(foreign);
  });

  test("is not for the web", async () => {
    for (const who of [phone.pair.client, phone.pair.coach]) {
      const token = await otherToken(issuer, who, "WEB");
      expect(refusalOf(await visit(phone, { token }))).toMatchObject({
        status: 403,
        code: "APP_ROLE_MISMATCH",
      });
    }
  });

  test("does not know the client in the coach's app, nor the coach in the client's", async () => {
    const clientAsCoach = await otherToken(issuer, phone.pair.client, "COACH_MOBILE");
    const coachAsClient = await otherToken(issuer, phone.pair.coach, "CLIENT_MOBILE");
    for (const token of [clientAsCoach, coachAsClient]) {
      expect(refusalOf(await visit(phone, { token }))).toMatchObject({
        status: 404,
        code: "NOT_FOUND",
      });
    }
  });

  test("stops a revoked, a foreign, an unknown device and one of another surface alike", async () => {
    const revoked = await registeredDevice(api, phone.token);
    await api.call("POST", `/api/v1/client/devices/${revoked}/revoke`, phone);
    const ofCoach = await registeredDevice(api, phone.pair.coachToken, {
      appSurface: "COACH_MOBILE",
    });
    const refusals = [];
    for (const deviceId of [revoked, stranger.deviceId, randomUUID(), ofCoach])
      refusals.push(refusalBody(await visit({ ...phone, deviceId })));
    expect(refusals[0]).toMatchObject({ status: 403, code: "DEVICE_REVOKED" });
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
  });

  test("does not tell of a device before the scope is known to be there", async () => {
    const answer = await visit({
      ...phone,
      relationshipId: stranger.relationshipId,
      deviceId: randomUUID(),
    });
    expect(refusalOf(answer)).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("is closed to a suspended user", async () => {
    await suspendUser(api.deps.database.em, phone.pair.client.userId);
    expect(refusalOf(await visit(phone))).toMatchObject({ status: 403, code: "USER_SUSPENDED" });
  });

  test("is not found once the relationship has ended", async () => {
    await setStatus("ENDED");
    const ended = refusalBody(await visit(phone));
    const unknown = refusalBody(await visit({ ...phone, relationshipId: randomUUID() }));
    expect(ended).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(ended).toEqual(unknown);
  });

  test("is not found while the workspace is suspended", async () => {
    await owner.query("update coach_workspace set status = 'SUSPENDED' where id = $1", [
      phone.pair.workspaceId,
    ]);
    const foreignDevice = { ...phone, deviceId: randomUUID() };
    for (const who of [phone, foreignDevice])
      expect(refusalOf(await visit(who))).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("takes the id of a relationship in either case", async () => {
    const answer = await visit({ ...phone, relationshipId: phone.relationshipId.toUpperCase() });
    expect(answer.status).toBe(200);
  });
});

describe("The coach's phone", () => {
  const coachPhone = async (): Promise<Phone> => {
    const token = phone.pair.coachToken;
    const deviceId = await registeredDevice(api, token, { appSurface: "COACH_MOBILE" });
    return { ...phone, token, deviceId };
  };

  test("syncs the relationship, but cannot log for the client", async () => {
    const coach = await coachPhone();
    const { results } = await sync(api, coach, [complete(phone)]);
    expect(results[0]).toMatchObject({
      status: "REJECTED",
      rejectionCode: "ACTOR_NOT_ALLOWED",
      category: "PAYLOAD_INVALID",
    });
    expect((await snapshot(api, coach)).receipts).toHaveLength(1);
    expect((await sync(api, phone, [complete(phone)])).results[0]?.status).toBe("ACCEPTED");
  });

  test("may name its workspace, and finds nothing under another one", async () => {
    const coach = await coachPhone();
    const under = (id: string) =>
      ask(api, coach, {}, { headers: { "X-Workspace-Id": id }, token: coach.token });
    expect((await under(phone.pair.workspaceId)).status).toBe(200);
    expect((await under(phone.pair.workspaceId.toUpperCase())).status).toBe(200);
    expect(refusalOf(await under(stranger.pair.workspaceId))).toMatchObject({ status: 404 });
  });
});

describe("Operations on what belongs to another relationship", () => {
  test("are refused exactly like those on what does not exist, and change nothing", async () => {
    const { meal, habit } = stranger.agenda;
    const own = await sync(api, stranger, [complete(stranger)]);
    expect(own.results[0]?.status).toBe("ACCEPTED");
    const payloads = [
      ["quick-log.complete-task", { taskId: habit.id }],
      ["quick-log.complete-task", { taskId: randomUUID() }],
      ["quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }],
      ["quick-log.complete-item", { taskId: randomUUID(), itemId: randomUUID() }],
      ["quick-log.undo", { taskId: habit.id, undoesClientOperationId: "x" }],
    ] as const;
    const operations = payloads.map(([type, payload]) => queued(type, payload));
    const { results } = await sync(api, phone, operations);
    const told = results.map(({ clientOperationId: _id, receiptId, diagnosticsRef, ...rest }) => {
      expect(receiptId).toBe(diagnosticsRef);
      return rest;
    });
    expect(told[0]).toMatchObject({ status: "REJECTED", rejectionCode: "TASK_UNKNOWN" });
    for (const result of told) expect(result).toEqual(told[0]);
    expect((await snapshot(api, stranger)).receipts).toHaveLength(1);
  });

  test("an item of another task of one's own is unknown too", async () => {
    const { meal, supplement } = phone.agenda;
    const itemId = supplement.items[0]?.id;
    const mixed = queued("quick-log.complete-item", { taskId: meal.id, itemId });
    expect((await sync(api, phone, [mixed])).results[0]).toMatchObject({
      rejectionCode: "ITEM_UNKNOWN",
    });
  });
});

describe("A paused scope", () => {
  test("locks what is new, which the device holds, and replays what is known", async () => {
    const known = complete(phone);
    const first = await sync(api, phone, [known]);
    await setStatus("PAUSED");
    const { meal } = phone.agenda;
    const held = queued("quick-log.skip", { taskId: meal.id, reason: "BUSY" });
    const answer = await send(api, phone, [held, known, held]);
    const { results, scopeState } = syncAnswerSchema.parse(answer.data);
    expect(scopeState).toBe("PAUSED");
    expect(results[0]).toMatchObject({
      status: "SCOPE_LOCKED",
      rejectionCode: "SCOPE_PAUSED",
      receiptId: null,
      acceptedRevision: null,
      allowedResolutions: ["RETRY"],
    });
    expect(results[1]).toEqual({ ...first.results[0], status: "ALREADY_ACCEPTED" });
    expect(results[2]?.status).toBe("SCOPE_LOCKED");
    expect(await snapshot(api, phone)).toMatchObject({
      scopeState: "PAUSED",
      receipts: [{ receiptId: first.results[0]?.receiptId }],
    });
    await setStatus("ACTIVE");
    expect((await sync(api, phone, [held])).results[0]?.status).toBe("ACCEPTED");
  });

  test("even for an operation that would be refused: nothing of it is judged", async () => {
    await setStatus("PAUSED");
    const odd = [
      queued("device.levitate", {}),
      queued("quick-log.skip", { nonsense: true }),
      { ...complete(phone), payloadChecksum: `sha-256:${"0".repeat(64)}` },
    ];
    const { results } = await sync(api, phone, odd);
    expect(results.map(({ status }) => status)).toEqual(odd.map(() => "SCOPE_LOCKED"));
  });

  test("never replays once it has ended", async () => {
    const known = complete(phone);
    await sync(api, phone, [known]);
    await setStatus("ENDED");
    expect(refusalOf(await send(api, phone, [known]))).toMatchObject({ status: 404 });
  });
});

test("a scope that is still onboarding takes operations, and says so", async () => {
  await setStatus("ONBOARDING");
  const { results, scopeState } = await sync(api, phone, [complete(phone)]);
  expect(results[0]?.status).toBe("ACCEPTED");
  expect(scopeState).toBe("ONBOARDING");
});
