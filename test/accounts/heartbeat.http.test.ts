import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mailSuspiciousLogin } from "../../activities/accounts/mail/mail-suspicious-login.ts";
import type { Message } from "../../activities/accounts/mail/mailer.ts";
import { sessionPageSchema } from "../../contract/accounts/session-schema.ts";
import { clientHeartbeatAnswerSchema } from "../../contract/relationships/schema.ts";
import { AppSession } from "../../db/accounts/app-session.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
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
const SESSIONS = "/api/v1/auth/sessions";
const BEAT = "/api/v1/auth/client-session/heartbeat";
const COACH_BEAT = "/api/v1/auth/sessions/current/heartbeat";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

const coach = await registeredCoach(api, somebody(issuer));
beforeEach(async () => {
  await moveClock(api.database.ownerUrl, 0);
  await em().execute("delete from rate_limit");
});

const em = () => api.deps.database.em.fork();

const tokenIn = (person: Person, sid: string) => person.token("CLIENT_MOBILE", { sid });

describe("A heartbeat", () => {
  test("stores device and address as keyed hashes and returns the relationship's status", async () => {
    const { token } = await client();
    const answer = await api.call("POST", BEAT, { token, body: beat() });
    expect(clientHeartbeatAnswerSchema.parse(answer.data)).toMatchObject({
      sessionStatus: "ACTIVE",
      relationshipStatus: "ONBOARDING",
    });
    const kept = await em().findOneOrFail(AppSession, await currentSession(token));
    expect(kept).toMatchObject({ appVersion: "2.1.0" });
    expect(kept.deviceIdHash).toMatch(/^[\w-]{43}$/);
    expect(kept.ipHash).toMatch(/^[\w-]{43}$/);
    const { issuer: _issuer, ...rest } = kept;
    expect(JSON.stringify(rest)).not.toMatch(/installation-1|127\.0\.0\.1/);
  });

  test("is written at most once a minute", async () => {
    const { token } = await client();
    await api.call("POST", BEAT, { token, body: beat() });
    const id = await currentSession(token);
    const versions = async () =>
      em().execute("select xmin::text as version from app_session where id = ?", [id]);
    const before = await versions();
    for (let i = 0; i < 5; i += 1) {
      await api.call("POST", BEAT, { token, body: beat({ appVersion: `2.${i}.0` }) });
    }
    expect(await versions()).toEqual(before);
    await moveClock(api.database.ownerUrl, 61);
    const { data } = await api.call("POST", BEAT, { token, body: beat({ appVersion: "3.0.0" }) });
    expect(await versions()).not.toEqual(before);
    expect(await em().findOneOrFail(AppSession, id)).toMatchObject({ appVersion: "3.0.0" });
    expect(data).toMatchObject({ sessionStatus: "ACTIVE" });
  });

  test("works for the coach on the web and on the phone", async () => {
    for (const app of ["WEB", "COACH_MOBILE"] as const) {
      const token = await coach.person.token(app);
      const body = beat({ clientApp: app });
      const answer = await api.call("POST", COACH_BEAT, { token, body });
      expect(answer.status).toBe(200);
      expect(answer.data).toEqual({ sessionStatus: "ACTIVE", lastSeenAt: expect.any(String) });
    }
  });

  test("is refused for another app than the token's and with an unknown field", async () => {
    const { token } = await client();
    const lying = await api.call("POST", BEAT, { token, body: beat({ clientApp: "WEB" }) });
    expect(refusalOf(lying)).toBe("403 APP_ROLE_MISMATCH");
    const odd = await api.call("POST", BEAT, { token, body: beat({ userId: randomUUID() }) });
    expect(refusalOf(odd)).toBe("400 VALIDATION_FAILED");
    expect(refusalOf(await api.call("POST", BEAT, { body: beat() }))).toBe("401 UNAUTHENTICATED");
    const asCoach = await api.call("POST", COACH_BEAT, { token, body: beat() });
    expect(refusalOf(asCoach)).toBe("403 APP_ROLE_MISMATCH");
  });
});

describe("A suspicious login", () => {
  const suspicions = async (userId: string) =>
    em().count(AuthAuditEvent, { userId, eventType: "SUSPICIOUS_LOGIN" });

  test("is a new device at a new address; it is audited, published and mailed", async () => {
    const { person, userId, token } = await client();
    await api.call("POST", BEAT, { token, body: beat() });
    await em().execute("update app_session set ip_hash = 'elsewhere' where user_id = ?", [userId]);
    const thief = await tokenIn(person, randomUUID());
    await api.call("POST", BEAT, { token: thief, body: beat({ deviceId: "another" }) });
    expect(await suspicions(userId)).toBe(1);
    const session = await currentSession(thief);
    const events = await em().find(OutboxRow, {
      subjectId: session,
      type: "SuspiciousLoginDetected",
    });
    expect(events.map(({ consumer }) => consumer).toSorted()).toEqual(["event-feed", "mail"]);
    const sent: Message[] = [];
    const mailer = { send: async (message: Message) => void sent.push(message) };
    const event = { eventId: events[0]?.eventId ?? "", subjectId: session };
    const mailing = { em: api.deps.database.em, mailer, publicUrl: api.deps.publicUrl };
    await mailSuspiciousLogin(mailing, event);
    expect(sent).toMatchObject([{ to: person.email, messageId: event.eventId, language: "en" }]);
    expect(sent[0]?.text).not.toContain("UTC");
    await mailSuspiciousLogin(mailing, { ...event, subjectId: userId });
    expect(sent).toHaveLength(1);
  });

  test("is neither a new device at a known address, nor a known device at a new one, nor the first login", async () => {
    const { person, userId, token } = await client();
    await api.call("POST", BEAT, { token, body: beat() });
    const atHome = await tokenIn(person, randomUUID());
    await api.call("POST", BEAT, { token: atHome, body: beat({ deviceId: "tablet" }) });
    const onTheWay = await tokenIn(person, randomUUID());
    await api.call("GET", SESSIONS, { token: onTheWay });
    await em().execute("update app_session set ip_hash = 'elsewhere' where user_id = ?", [userId]);
    await api.call("POST", BEAT, { token: onTheWay, body: beat() });
    expect(await suspicions(userId)).toBe(0);
  });

  test("is detected on the first request, even of an app that names no device, once a session", async () => {
    const { person, userId, token } = await client();
    await api.call("GET", SESSIONS, { token });
    await em().execute("update app_session set ip_hash = 'elsewhere' where user_id = ?", [userId]);
    const thief = await tokenIn(person, randomUUID());
    for (let i = 0; i < 2; i += 1) await api.call("GET", SESSIONS, { token: thief });
    expect(await suspicions(userId)).toBe(1);
    await api.call("POST", BEAT, { token: thief, body: beat({ deviceId: "another" }) });
    expect(await suspicions(userId)).toBe(1);
    const where = {
      subjectId: await currentSession(thief),
      type: "SuspiciousLoginDetected" as const,
    };
    expect(await em().count(OutboxRow, where)).toBe(2);
  });
});

function beat(changes: Record<string, unknown> = {}) {
  return {
    clientApp: "CLIENT_MOBILE",
    deviceId: "installation-1",
    appVersion: "2.1.0",
    ...changes,
  };
}

/** A client, and a function that signs a token of another session of the client. */
async function client() {
  const { person, user } = await registeredClient(api, coach, somebody(issuer));
  const sid = randomUUID();
  const token = await person.token("CLIENT_MOBILE", { sid });
  return { person, userId: user.userId, sid, token };
}

async function currentSession(token: string): Promise<string> {
  const { data } = await api.call("GET", SESSIONS, { token });
  const { items } = sessionPageSchema.parse(data);
  return items.find(({ current }) => current)?.sessionId ?? "";
}
