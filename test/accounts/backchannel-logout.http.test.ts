import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { AppSession } from "../../db/accounts/app-session.ts";
import { AuthAuditEvent } from "../../db/accounts/auth-audit-event.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { logoutToken } from "../factories/accounts/logout-token.ts";
import {
  type Person,
  type RegisteredCoach,
  refusalOf,
  registeredCoach,
  somebody,
} from "../factories/accounts/people.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const ROUTE = "/api/v1/auth/backchannel-logout";
const ME = "/api/v1/auth/me";
const FORM = "application/x-www-form-urlencoded";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });
let person: Person;
let coach: RegisteredCoach;
let subject: string;

beforeEach(async () => {
  await em().execute("delete from rate_limit");
  person = somebody(issuer);
  coach = await registeredCoach(api, person);
  ({ subject } = await em().findOneOrFail(AuthIdentity, { userId: coach.userId }));
});

const em = () => api.deps.database.em.fork();

const postToken = (token: string) => post(new URLSearchParams({ logout_token: token }).toString());

const me = (token: string) => api.call("GET", ME, { token });

describe("POST /auth/backchannel-logout", () => {
  test("ends the provider's session in every app and no other session", async () => {
    const phone = await signedIn();
    const web = await signedIn(phone.sid, "WEB");
    const other = await signedIn();
    const answer = await logout({ sub: subject, sid: phone.sid });
    expect([answer.status, answer.data]).toEqual([200, {}]);
    expect(refusalOf(await me(phone.token))).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await me(web.token))).toBe("401 UNAUTHENTICATED");
    expect((await me(other.token)).status).toBe(200);
    const ended = await em().find(AppSession, {
      revokedFor: "PROVIDER_LOGOUT",
      userId: coach.userId,
    });
    expect(ended).toHaveLength(2);
    for (const { id } of ended) {
      expect(await em().count(OutboxRow, { subjectId: id, type: "SessionRevoked" })).toBe(1);
    }
  });

  test("ends all sessions of the subject if the token names no session; a new sign-in works", async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    await logout({ sub: subject, sid: undefined });
    for (const { token } of [one, two]) {
      expect(refusalOf(await me(token))).toBe("401 UNAUTHENTICATED");
    }
    const iat = Math.floor(Date.now() / 1000) + 1;
    const anew = await person.token("WEB", { sid: randomUUID(), iat });
    expect((await me(anew)).status).toBe(200);
  });

  test("ends a session that no app has used yet: its token is refused from then on", async () => {
    const sid = randomUUID();
    const unseen = await person.token("WEB", { sid });
    await logout({ sub: undefined, sid });
    expect(refusalOf(await me(unseen))).toBe("401 UNAUTHENTICATED");
    const old = await person.token("WEB", { sid: randomUUID() });
    await logout({ sub: subject, sid: undefined });
    expect(refusalOf(await me(old))).toBe("401 UNAUTHENTICATED");
    const staff = await somebody(issuer).token("WEB", { roles: ["admin"], sid });
    expect(refusalOf(await api.call("GET", "/api/v1/admin/support-grants", { token: staff }))).toBe(
      "401 UNAUTHENTICATED",
    );
  });

  test("changes nothing when the logout is repeated with the same token or another one", async () => {
    const { sid } = await signedIn();
    const token = await logoutToken(issuer, { sub: subject, sid });
    const answers = await Promise.all(Array.from({ length: 6 }, () => postToken(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await logout({ sub: subject, sid })).status).toBe(200);
    const lines = { userId: coach.userId, eventType: "SESSIONS_REVOKED" };
    expect(await em().count(AuthAuditEvent, lines)).toBe(1);
  });

  test("applies a token for all sessions once: a replay ends no later session", async () => {
    const token = await logoutToken(issuer, { sub: subject, sid: undefined });
    await postToken(token);
    const iat = Math.floor(Date.now() / 1000) + 1;
    const later = await person.token("WEB", { sid: randomUUID(), iat });
    expect((await me(later)).status).toBe(200);
    expect((await postToken(token)).status).toBe(200);
    expect((await me(later)).status).toBe(200);
  });

  test("leaves no session open when it races with the session's first request", async () => {
    for (let i = 0; i < 8; i += 1) {
      const sid = randomUUID();
      const token = await person.token("WEB", { sid });
      await Promise.all([me(token), logout({ sub: subject, sid }), me(token)]);
      expect(refusalOf(await me(token))).toBe("401 UNAUTHENTICATED");
    }
  });

  test("accepts a form with extra fields and refuses every other content type", async () => {
    const { sid } = await signedIn();
    const token = await logoutToken(issuer, { sub: subject, sid });
    const form = `logout_token=${token}&other=x`;
    expect((await post(form, `${FORM}; charset=UTF-8`)).status).toBe(200);
    for (const type of ["application/json", "multipart/form-data", `${FORM}; charset=latin1`]) {
      expect(refusalOf(await post(form, type))).toBe("415 UNSUPPORTED_MEDIA_TYPE");
    }
    for (const body of ["", "token=x", `${form}&logout_token=${token}`, "logout_token=%00"]) {
      expect(refusalOf(await post(body))).toBe("400 VALIDATION_FAILED");
    }
    const large = await post(`logout_token=${"x".repeat(20_000)}`);
    expect(refusalOf(large)).toBe("413 PAYLOAD_TOO_LARGE");
    expect(refusalOf(await api.call("GET", ROUTE))).toBe("405 METHOD_NOT_ALLOWED");
  });

  test("does not reveal why a token is refused", async () => {
    const wrong = await logoutToken(issuer, { aud: "another-app" });
    const forged = await postToken(wrong);
    const none = await postToken("x");
    expect(refusalOf(forged)).toBe("400 VALIDATION_FAILED");
    expect(forged.body["errors"]).toEqual(none.body["errors"]);
  });

  test("limits a flood of forged tokens but never limits valid ones", async () => {
    for (let i = 0; i < 70; i += 1) {
      const sid = randomUUID();
      expect((await logout({ sub: undefined, sid })).status).toBe(200);
    }
    const answers: string[] = [];
    for (let i = 0; i < 62; i += 1) answers.push(refusalOf(await postToken(`forged ${i}`)));
    expect(answers.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => "400 VALIDATION_FAILED"));
    expect(answers.slice(60)).toEqual(["429 RATE_LIMITED", "429 RATE_LIMITED"]);
    expect((await logout({ sub: undefined, sid: randomUUID() })).status).toBe(200);
    const lines = await em().find(AuthAuditEvent, { eventType: "RATE_LIMITED" });
    expect(lines.map(({ metadata }) => metadata)).toEqual([
      { limit: "forged", route: "backchannel-logout" },
    ]);
  });

  test("is documented with its form and without a bearer token", async () => {
    const { body } = await api.call("GET", "/api/v1/openapi.json");
    expect(body).toMatchObject({
      paths: {
        [ROUTE]: {
          post: { security: [], requestBody: { content: { [FORM]: expect.anything() } } },
        },
      },
    });
  });
});

function post(rawBody: string, contentType = FORM) {
  return api.call("POST", ROUTE, { rawBody, headers: { "Content-Type": contentType } });
}

async function logout(claims: Record<string, unknown>) {
  return postToken(await logoutToken(issuer, claims));
}

/** Returns a token of a session that the API has already seen. */
async function signedIn(sid: string = randomUUID(), app: "WEB" | "COACH_MOBILE" = "COACH_MOBILE") {
  const token = await person.token(app, { sid });
  expect((await me(token)).status).toBe(200);
  return { token, sid };
}
