import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { setRelationshipStatus, suspendUser } from "../factories/accounts/identity.ts";
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
} from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import type { TestAnswer, TestRequest } from "../harness/api.ts";
import { challengeWith } from "../factories/accounts/challenge.ts";
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

/** Both halves of sync, as this phone calls them. */
const halves = {
  write: (who: Phone, request: TestRequest = {}) => send(api, who, [complete(phone)], request),
  read: (who: Phone, request: TestRequest = {}) => ask(api, who, {}, request),
} satisfies Record<string, (who: Phone, request?: TestRequest) => Promise<TestAnswer>>;

describe.each(["write", "read"] as const)("The %s half of sync", (half) => {
  const visit = halves[half];

  test("checks the token before anything else", async () => {
    const method = half === "write" ? "POST" : "GET";
    const answer = await api.call(method, `${syncPath(phone.relationshipId)}?color=red`);
    expect(refusalOf(answer)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    expect(answer.headers.get("WWW-Authenticate")).toBe(challengeWith());
  });

  test("answers a foreign relationship exactly like an unknown one", async () => {
    const foreign = refusalBody(await visit({ ...phone, relationshipId: stranger.relationshipId }));
    const unknown = refusalBody(await visit({ ...phone, relationshipId: randomUUID() }));
    const impossible = refusalBody(await visit({ ...phone, relationshipId: "x" }));
    expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(unknown).toEqual(foreign);
    expect(impossible).toEqual(foreign);
  });

  test("answers the coach of another workspace in the same way, whatever else the request contains", async () => {
    const foreignCoach = { token: stranger.pair.coachToken };
    const foreign = refusalBody(await visit(phone, foreignCoach));
    const unknown = refusalBody(
      await visit({ ...phone, relationshipId: randomUUID() }, foreignCoach),
    );
    expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(unknown).toEqual(foreign);
  });

  test("is refused on the web", async () => {
    for (const who of [phone.pair.client, phone.pair.coach]) {
      const token = await otherToken(issuer, who, "WEB");
      expect(refusalOf(await visit(phone, { token }))).toMatchObject({
        status: 403,
        code: "APP_ROLE_MISMATCH",
      });
    }
  });

  test("refuses the client in the coach's app, and the coach in the client's", async () => {
    const clientAsCoach = await otherToken(issuer, phone.pair.client, "COACH_MOBILE");
    const coachAsClient = await otherToken(issuer, phone.pair.coach, "CLIENT_MOBILE");
    for (const token of [clientAsCoach, coachAsClient]) {
      expect(refusalOf(await visit(phone, { token }))).toMatchObject({
        status: 404,
        code: "NOT_FOUND",
      });
    }
  });

  test("refuses a revoked, a foreign, an unknown device and one of another surface alike", async () => {
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

  test("reveals no device before the scope is known to exist", async () => {
    const answer = await visit({
      ...phone,
      relationshipId: stranger.relationshipId,
      deviceId: randomUUID(),
    });
    expect(refusalOf(answer)).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("is refused to a suspended user", async () => {
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

  test("accepts the id of a relationship in either case", async () => {
    const answer = await visit({ ...phone, relationshipId: phone.relationshipId.toUpperCase() });
    expect(answer.status).toBe(200);
  });
});

describe("the coach's phone", () => {
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

function complete({ agenda }: Phone) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id });
}

function setStatus(status: "ONBOARDING" | "ACTIVE" | "PAUSED" | "ENDED") {
  return setRelationshipStatus(api.deps.database.em, phone.relationshipId, status);
}
