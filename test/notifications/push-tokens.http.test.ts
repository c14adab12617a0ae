import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { pushTokenSchema } from "../../contract/notifications/schema.ts";
import { PushToken } from "../../db/notifications/push-token.ts";
import {
  type Person,
  refusalOf,
  registeredClient,
  registeredCoach,
  somebody,
} from "../factories/accounts/people.ts";
import { registrationBody } from "../factories/sync/phone.ts";
import { useApi } from "../harness/use-api.ts";

const PATH = "/api/v1/push-tokens";
const PhoneAnswer = z.object({ deviceId: z.string(), pushTokenId: z.string() });

const { api, issuer } = await useApi();
const em = () => api.deps.database.em.fork();

const signInAnew = (person: Person) => person.token("COACH_MOBILE", { sid: randomUUID() });

const GONE = (reason: string) => ["RETIRED", reason, true];

describe("registering a push token", () => {
  test("binds it to the session's app, and never returns the token", async () => {
    const { token } = await someCoach();
    const pushToken = randomUUID();
    const answer = await register(token, pushToken);
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({ provider: "FCM", appSurface: "COACH_MOBILE" });
    expect(answer.text).not.toContain(pushToken);
    const again = await register(token, pushToken);
    expect(again.data).toEqual(answer.data);
  });

  test("ends the former one of this session", async () => {
    const { token } = await someCoach();
    const { pushTokenId: former } = await registered(token);
    const { pushTokenId } = await registered(token);
    expect(await stateOf(former)).toEqual(GONE("REPLACED"));
    expect(await stateOf(pushTokenId)).toEqual(["ACTIVE", null, false]);
  });

  test("that belonged to another person takes it from that person", async () => {
    const pushToken = randomUUID();
    const { pushTokenId: former } = await registered((await someCoach()).token, pushToken);
    const { pushTokenId } = await registered((await someCoach()).token, pushToken);
    expect(await stateOf(former)).toEqual(GONE("MOVED"));
    expect(await stateOf(pushTokenId)).toEqual(["ACTIVE", null, false]);
  });

  test("at eight sessions at once leaves it with one of them", async () => {
    const pushToken = randomUUID();
    const coaches = await Promise.all(Array.from({ length: 8 }, someCoach));
    const answers = await Promise.all(coaches.map(({ token }) => register(token, pushToken)));
    expect(answers.map(({ status }) => status)).toEqual(coaches.map(() => 201));
    const ids = answers.map(({ data }) => pushTokenSchema.parse(data).pushTokenId);
    const states = await Promise.all(ids.map(stateOf));
    expect(states.filter(([status]) => status === "ACTIVE")).toHaveLength(1);
    expect(states.filter(([, reason]) => reason === "MOVED")).toHaveLength(7);
  });

  test("many times at once in one session leaves one of them", async () => {
    const { token } = await someCoach();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => register(token, randomUUID())),
    );
    const ids = answers.map(({ data }) => pushTokenSchema.parse(data).pushTokenId);
    const states = await Promise.all(ids.map(stateOf));
    expect(states.filter(([status]) => status === "ACTIVE")).toHaveLength(1);
  });

  test.each([
    ["an unknown provider", { provider: "SMS", token: "x" }],
    ["no token", { provider: "FCM" }],
    ["an empty token", { provider: "FCM", token: "" }],
    ["a token with spaces", { provider: "APNS", token: "a b" }],
    ["a token that is too long", { provider: "APNS", token: "x".repeat(4_097) }],
    ["an unknown field", { provider: "FCM", token: "x", userId: randomUUID() }],
  ])("is refused with %s", async (_, body) => {
    const { token } = await someCoach();
    const answer = await api.call("POST", PATH, { token, body });
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
  });

  test("works for ten apps of a person at once; the eleventh is refused, though its phone is registered", async () => {
    const { person, token, signIn } = await someCoach();
    const ten = [token, ...(await Promise.all(Array.from({ length: 9 }, signIn)))];
    const ids = [];
    for (const one of ten) ids.push((await registered(one)).pushTokenId);
    const eleventh = await signIn();
    expect(refusalOf(await register(eleventh, randomUUID()))).toBe("409 PUSH_TOKEN_LIMIT_REACHED");
    const registration = { appSurface: "COACH_MOBILE", pushToken: randomUUID() };
    const phone = await api.call("POST", "/api/v1/client/devices", {
      token: await signInAnew(person),
      key: randomUUID(),
      body: registrationBody(registration),
    });
    expect(PhoneAnswer.extend({ pushTokenId: z.null() }).safeParse(phone.data).success).toBe(true);
    // A new token of the same app replaces its former one, and a removed one makes room.
    expect((await register(token, randomUUID())).status).toBe(201);
    await api.call("DELETE", `${PATH}/${ids[5]}`, { token });
    expect((await register(eleventh, randomUUID())).status).toBe(201);
  });

  test("is for phones of people who are signed in", async () => {
    const { person } = await someCoach();
    expect(refusalOf(await api.call("POST", PATH))).toBe("401 UNAUTHENTICATED");
    const web = await person.token("WEB", { sid: randomUUID() });
    expect(refusalOf(await register(web, "x"))).toBe("403 APP_ROLE_MISMATCH");
  });
});

describe("a push token ends", () => {
  test("when its session does, by sign-out or from another phone", async () => {
    const { token, signIn } = await someCoach();
    const other = await signIn();
    const { pushTokenId } = await registered(token);
    const { pushTokenId: second } = await registered(other);
    await api.call("POST", "/api/v1/auth/logout", { token, body: {} });
    expect(await stateOf(pushTokenId)).toEqual(GONE("SESSION_ENDED"));
    expect(await stateOf(second)).toEqual(["ACTIVE", null, false]);
    await api.call("POST", "/api/v1/auth/sessions/revoke-all", { token: other });
    expect(await stateOf(second)).toEqual(GONE("SESSION_ENDED"));
  });

  test("when its device is revoked, or registered again by another person", async () => {
    const [one, two] = [await someCoach(), await someCoach()];
    const device = (token: string, installationId: string, pushToken: string) =>
      api.call("POST", "/api/v1/client/devices", {
        token,
        key: randomUUID(),
        body: {
          appSurface: "COACH_MOBILE",
          installationId,
          appVersion: "1.0",
          buildNumber: 1,
          platform: "IOS",
          osVersion: "19",
          pushToken,
        },
      });
    const installationId = randomUUID();
    const phone = randomUUID();
    const first = PhoneAnswer.parse((await device(one.token, installationId, phone)).data);
    const second = PhoneAnswer.parse((await device(two.token, installationId, phone)).data);
    expect(await stateOf(first.pushTokenId)).toEqual(GONE("DEVICE_REVOKED"));
    const { pushTokenId } = second;
    expect(await em().findOneOrFail(PushToken, pushTokenId)).toMatchObject({
      provider: "APNS",
      status: "ACTIVE",
      token: phone,
    });
    const path = `/api/v1/client/devices/${second.deviceId}/revoke`;
    await api.call("POST", path, { token: two.token });
    expect(await stateOf(pushTokenId)).toEqual(GONE("DEVICE_REVOKED"));
  });

  test("when its user removes it; a second removal returns the same instant", async () => {
    const { token, signIn } = await someCoach();
    const { pushTokenId } = await registered(token);
    const path = `${PATH}/${pushTokenId}`;
    const other = await signIn();
    const first = await api.call("DELETE", path, { token: other });
    expect(first.data).toEqual({ pushTokenId, retiredAt: expect.any(String) });
    expect((await api.call("DELETE", path, { token })).data).toEqual(first.data);
    expect(await stateOf(pushTokenId)).toEqual(GONE("REMOVED"));
  });

  test("only for its own user, and only for one who is signed in", async () => {
    const { pushTokenId } = await registered((await someCoach()).token);
    const { token, person } = await someCoach();
    const path = `${PATH}/${pushTokenId}`;
    expect(refusalOf(await api.call("DELETE", path, { token }))).toBe("404 NOT_FOUND");
    expect(refusalOf(await api.call("DELETE", path))).toBe("401 UNAUTHENTICATED");
    const bad = await api.call("DELETE", `${PATH}/1`, { token });
    expect(refusalOf(bad)).toBe("400 VALIDATION_FAILED");
    const web = await person.token("WEB", { sid: randomUUID() });
    expect(refusalOf(await api.call("DELETE", path, { token: web }))).toBe("403 APP_ROLE_MISMATCH");
    expect(await stateOf(pushTokenId)).toEqual(["ACTIVE", null, false]);
  });
});

const PREFERENCES = "/api/v1/notification-preferences";
const DEFAULTS = {
  mutedCategories: [],
  channels: { push: true, mail: true },
  quietHours: { from: "21:00", until: "08:00" },
};
const CHOSEN = {
  mutedCategories: ["ONBOARDING_REMINDER", "WELCOME"],
  channels: { push: true, mail: false },
  quietHours: { from: "22:30", until: "06:05" },
};

const read = async (token: string) => (await api.call("GET", PREFERENCES, { token })).data;
const choose = (token: string, body: unknown) => api.call("PUT", PREFERENCES, { token, body });

describe("notification preferences", () => {
  test("are the defaults until a person chooses, and then the latest choice", async () => {
    const { token } = await registeredCoach(api, somebody(issuer));
    expect(await read(token)).toEqual(DEFAULTS);
    expect((await choose(token, CHOSEN)).data).toEqual(CHOSEN);
    expect((await choose(token, CHOSEN)).data).toEqual(CHOSEN);
    expect(await read(token)).toEqual(CHOSEN);
    const always = { ...DEFAULTS, quietHours: null };
    await choose(token, always);
    expect(await read(token)).toEqual(always);
  });

  test("are each person's own", async () => {
    const coach = await registeredCoach(api, somebody(issuer));
    const { person } = await registeredClient(api, coach, somebody(issuer));
    const token = await person.token("CLIENT_MOBILE");
    await choose(token, CHOSEN);
    expect(await read(token)).toEqual(CHOSEN);
    expect(await read(coach.token)).toEqual(DEFAULTS);
  });

  test.each([
    ["an unknown category", { ...CHOSEN, mutedCategories: ["NEWSLETTER"] }, "/mutedCategories/0"],
    [
      "a category twice",
      { ...CHOSEN, mutedCategories: ["WELCOME", "WELCOME"] },
      "/mutedCategories",
    ],
    [
      "an invalid time",
      { ...CHOSEN, quietHours: { from: "24:00", until: "08:00" } },
      "/quietHours/from",
    ],
    [
      "an end equal to the beginning",
      { ...CHOSEN, quietHours: { from: "08:00", until: "08:00" } },
      "/quietHours/until",
    ],
    [
      "only some of the fields",
      { channels: CHOSEN.channels, quietHours: null },
      "/mutedCategories",
    ],
    ["an unknown channel", { ...CHOSEN, channels: { push: true, sms: true } }, "/channels"],
  ])("are refused with %s", async (_, body, pointer) => {
    const { token } = await registeredCoach(api, somebody(issuer));
    const answer = await choose(token, body);
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    const at = expect.objectContaining({ pointer: expect.stringContaining(pointer) });
    expect(answer.body["errors"]).toEqual(expect.arrayContaining([at]));
    expect(await read(token)).toEqual(DEFAULTS);
  });

  test("are for people who are signed in to one of their apps", async () => {
    for (const method of ["GET", "PUT"]) {
      expect(refusalOf(await api.call(method, PREFERENCES))).toBe("401 UNAUTHENTICATED");
      const token = await somebody(issuer).token("COACH_MOBILE");
      const answer = await api.call(method, PREFERENCES, { token });
      expect(refusalOf(answer)).toBe("403 REGISTRATION_REQUIRED");
    }
    const coach = await registeredCoach(api, somebody(issuer));
    const { person } = await registeredClient(api, coach, somebody(issuer));
    // A client may use their account on the web too.
    const web = await person.token("WEB");
    expect((await choose(web, CHOSEN)).data).toEqual(CHOSEN);
    const inApp = await api.call("GET", PREFERENCES, {
      token: await person.token("CLIENT_MOBILE"),
    });
    expect(inApp.data).toEqual(CHOSEN);
  });
});

/** A coach, and a function that returns a token for each further sign-in. */
async function someCoach() {
  const person = somebody(issuer);
  const { token } = await registeredCoach(api, person);
  return { person, token, signIn: () => signInAnew(person) };
}

function register(token: string, pushToken: string, provider = "FCM") {
  return api.call("POST", PATH, { token, body: { provider, token: pushToken } });
}

async function registered(token: string, pushToken: string = randomUUID()) {
  return pushTokenSchema.parse((await register(token, pushToken)).data);
}

async function stateOf(pushTokenId: string) {
  const row = await em().findOneOrFail(PushToken, pushTokenId);
  return [row.status, row.retiredFor, row.token === null];
}
