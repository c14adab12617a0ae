import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { sessionPageSchema } from "../../contract/accounts/session-schema.ts";
import { endedSessionSchema } from "../../contract/sync/session-end-schema.ts";
import { registeredDeviceSchema } from "../../contract/sync/device-schema.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { Device } from "../../db/sync/device.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  type Person,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
} from "../factories/accounts/people.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const LOGOUT = "/api/v1/auth/logout";
const SESSIONS = "/api/v1/auth/sessions";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const coach = await registeredCoach(api, somebody(issuer));
beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  await em().execute("delete from rate_limit");
});

const em = () => api.deps.database.em.fork();

const tokenIn = (person: Person, sid: string) => person.token("CLIENT_MOBILE", { sid });

describe("POST /auth/logout", () => {
  test("ends this session for the very next request, and a repeat returns the same instant", async () => {
    const { token, userId } = await client();
    const id = await currentSession(token);
    const first = await api.call("POST", LOGOUT, { token, body: {} });
    expect(endedSessionSchema.parse(first.data).sessionId).toBe(id);
    expect(refusalOf(await api.call("GET", SESSIONS, { token }))).toBe("401 UNAUTHENTICATED");
    const again = await api.call("POST", LOGOUT, { token });
    expect(again.data).toEqual(first.data);
    expect(await eventsOf(id)).toEqual(["SessionRevoked"]);
    expect(await em().count(AuthAuditEvent, { userId, eventType: "SESSIONS_REVOKED" })).toBe(1);
  });

  test("revokes the devices registered in the session and no others", async () => {
    const { person, token } = await client();
    const device = await registeredPhone(token);
    const other = await registeredPhone(await tokenIn(person, randomUUID()));
    await api.call("POST", LOGOUT, { token });
    expect(await em().findOneOrFail(Device, device)).toMatchObject({ status: "REVOKED" });
    expect(await em().findOneOrFail(Device, other)).toMatchObject({ status: "ACTIVE" });
    expect((await eventsOf(device)).toSorted()).toEqual([
      "AuthDeviceRevoked",
      "DeviceRegistered",
      "DeviceRevoked",
    ]);
    const woken = { subjectId: device, consumer: "device-actor", type: "DeviceRevoked" } as const;
    expect(await em().count(OutboxRow, woken)).toBe(1);
  });

  test("ends another session of the caller; an ended session cannot end another", async () => {
    const { person, token } = await client();
    const otherToken = await tokenIn(person, randomUUID());
    const sessionId = await currentSession(otherToken);
    const mine = await currentSession(token);
    const answer = await api.call("POST", LOGOUT, { token, body: { sessionId } });
    expect(answer.data).toMatchObject({ sessionId });
    const back = await api.call("POST", LOGOUT, { token: otherToken, body: { sessionId: mine } });
    expect(refusalOf(back)).toBe("401 UNAUTHENTICATED");
    expect((await api.call("GET", SESSIONS, { token })).status).toBe(200);
  });

  test("finds no session of another user", async () => {
    const { token } = await client();
    const foreign = await currentSession((await client()).token);
    for (const sessionId of [foreign, randomUUID()]) {
      const answer = await api.call("POST", LOGOUT, { token, body: { sessionId } });
      expect(refusalOf(answer)).toBe("404 NOT_FOUND");
    }
    expect(refusalOf(await api.call("POST", LOGOUT, {}))).toBe("401 UNAUTHENTICATED");
    const odd = await api.call("POST", LOGOUT, { token, body: { sessionId: "x" } });
    expect(refusalOf(odd)).toBe("400 VALIDATION_FAILED");
  });

  test("ends the session once for ten simultaneous requests", async () => {
    const { token } = await client();
    const id = await currentSession(token);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.call("POST", LOGOUT, { token })),
    );
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await eventsOf(id)).toEqual(["SessionRevoked"]);
  });
});

describe("A user's own sessions", () => {
  test("are listed newest first, in pages, by status", async () => {
    const { person, token } = await client();
    const second = await tokenIn(person, randomUUID());
    await currentSession(token);
    await currentSession(second);
    await api.call("POST", LOGOUT, { token: second });
    const page = async (query: string) =>
      sessionPageSchema.parse((await api.call("GET", `${SESSIONS}?${query}`, { token })).data);
    const all = await page("");
    expect(all.items.map(({ status }) => status)).toEqual(["REVOKED", "ACTIVE", "ACTIVE"]);
    expect((await page("status=REVOKED")).items).toEqual(all.items.slice(0, 1));
    const first = await page("limit=2");
    expect(first.items).toEqual(all.items.slice(0, 2));
    const rest = await page(`limit=2&cursor=${first.nextCursor ?? ""}`);
    expect(rest).toEqual({ items: all.items.slice(2), nextCursor: null });
    const wrong = await api.call("GET", `${SESSIONS}?cursor=x`, { token });
    expect(refusalOf(wrong)).toBe("400 CURSOR_INVALID");
    expect(refusalOf(await api.call("GET", SESSIONS))).toBe("401 UNAUTHENTICATED");
  });

  test("end one by one; a repeat gives the same answer, and a foreign session is not found", async () => {
    const { person, token } = await client();
    const otherToken = await tokenIn(person, randomUUID());
    const id = await currentSession(otherToken);
    const path = `${SESSIONS}/${id}/revoke`;
    const first = await api.call("POST", path, { token });
    expect(first.status).toBe(200);
    expect((await api.call("POST", path, { token })).data).toEqual(first.data);
    expect(refusalOf(await api.call("GET", SESSIONS, { token: otherToken }))).toBe(
      "401 UNAUTHENTICATED",
    );
    const stranger = await api.call("POST", path, { token: coach.token });
    expect(refusalOf(stranger)).toBe("404 NOT_FOUND");
    const malformed = await api.call("POST", `${SESSIONS}/x/revoke`, { token });
    expect(refusalOf(malformed)).toBe("400 VALIDATION_FAILED");
    expect(refusalOf(await api.call("POST", path))).toBe("401 UNAUTHENTICATED");
  });

  test("show the masked network of their last request, and all but the current one can be ended", async () => {
    const { person, token } = await client();
    const others = `${SESSIONS}/revoke-others`;
    const otherToken = await tokenIn(person, randomUUID());
    const device = await registeredPhone(otherToken);
    await currentSession(await tokenIn(person, randomUUID()));
    const listed = sessionPageSchema.parse((await api.call("GET", SESSIONS, { token })).data);
    expect(new Set(listed.items.map(({ network }) => network))).toEqual(new Set(["127.0.*.*"]));
    expect((await api.call("POST", others, { token })).data).toMatchObject({ revokedCount: 3 });
    expect(refusalOf(await api.call("GET", SESSIONS, { token: otherToken }))).toBe(
      "401 UNAUTHENTICATED",
    );
    expect(await em().findOneOrFail(Device, device)).toMatchObject({ status: "REVOKED" });
    const again = await api.call("POST", others, { token });
    expect(again.data).toMatchObject({ revokedCount: 0, purgeOrders: [] });
    expect(refusalOf(await api.call("POST", others))).toBe("401 UNAUTHENTICATED");
    const odd = await api.call("POST", others, { token, body: { sessionId: "x" } });
    expect(refusalOf(odd)).toBe("400 VALIDATION_FAILED");
  });

  test("show the phone in use, and none if no app registered one", async () => {
    const { person, token } = await client();
    const onPhone = await tokenIn(person, randomUUID());
    const installationId = randomUUID();
    await registeredPhone(onPhone, installationId);
    const inUse = await registeredPhone(onPhone, installationId);
    const stranger = await client();
    await registeredPhone(stranger.token);
    await currentSession(token);
    const { data } = await api.call("GET", SESSIONS, { token });
    const phones = sessionPageSchema.parse(data).items.map(({ phone }) => phone);
    expect(phones.filter((phone) => phone !== null)).toEqual([
      { deviceId: inUse, platform: "IOS", osVersion: "19.1", model: "iPhone 17" },
    ]);
    await api.call("POST", `${SESSIONS}/revoke-others`, { token });
    const ended = await api.call("GET", `${SESSIONS}?status=REVOKED`, { token });
    expect(sessionPageSchema.parse(ended.data).items).toContainEqual(
      expect.objectContaining({ phone: expect.objectContaining({ deviceId: inUse }) }),
    );
  });

  test("keep one of two sessions that each end all others at once", async () => {
    const { person, token } = await client();
    const otherToken = await tokenIn(person, randomUUID());
    await Promise.all([currentSession(token), currentSession(otherToken)]);
    const others = `${SESSIONS}/revoke-others`;
    const answers = await Promise.all(
      [token, otherToken].map((each) => api.call("POST", others, { token: each })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 401]);
    const responses = await Promise.all(
      [token, otherToken].map((each) => api.call("GET", SESSIONS, { token: each })),
    );
    expect(responses.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
  });

  test("can all be ended at once, including the current one and every device", async () => {
    const { person, token } = await client();
    const otherToken = await tokenIn(person, randomUUID());
    const device = await registeredPhone(otherToken);
    const answer = await api.call("POST", `${SESSIONS}/revoke-all`, { token });
    expect(answer.data).toMatchObject({ revokedCount: 3 });
    for (const ended of [token, otherToken]) {
      expect(refusalOf(await api.call("GET", SESSIONS, { token: ended }))).toBe(
        "401 UNAUTHENTICATED",
      );
      expect(refusalOf(await api.call("POST", `${SESSIONS}/revoke-all`, { token: ended }))).toBe(
        "401 UNAUTHENTICATED",
      );
    }
    expect(await em().findOneOrFail(Device, device)).toMatchObject({ status: "REVOKED" });
    const fresh = await tokenIn(person, randomUUID());
    expect((await api.call("GET", SESSIONS, { token: fresh })).status).toBe(200);
  });
});

/** A client, and a function that signs a token of another session of the client. */
async function client() {
  const { person, user } = await registeredClient(api, coach, somebody(issuer));
  const sid = randomUUID();
  const token = await person.token("CLIENT_MOBILE", { sid });
  return { person, userId: user.userId, sid, token };
}

async function registeredPhone(token: string, installationId: string = randomUUID()) {
  const body = {
    appSurface: "CLIENT_MOBILE",
    installationId,
    appVersion: "1.0.0",
    buildNumber: 1,
    platform: "IOS",
    osVersion: "19.1",
    model: "iPhone 17",
  };
  const { data } = await api.call("POST", "/api/v1/client/devices", {
    token,
    body,
    key: randomUUID(),
  });
  return registeredDeviceSchema.parse(data).deviceId;
}

async function currentSession(token: string): Promise<string> {
  const { data } = await api.call("GET", SESSIONS, { token });
  const { items } = sessionPageSchema.parse(data);
  return items.find(({ current }) => current)?.sessionId ?? "";
}

async function eventsOf(subjectId: string) {
  return (await em().find(OutboxRow, { subjectId, consumer: "event-feed" })).map(
    ({ type }) => type,
  );
}
