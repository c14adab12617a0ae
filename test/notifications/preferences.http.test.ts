import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { refusalOf, registeredClient, registeredCoach, somebody } from "../factories/people.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

const PATH = "/api/v1/notification-preferences";
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

let issuer: TestIssuer;
let api: TestApi;
beforeAll(async () => {
  issuer = await startTestIssuer();
  api = await startApi({ issuer: issuer.issuer });
});
afterAll(async () => {
  await api.close();
  await issuer.close();
});

const read = async (token: string) => (await api.call("GET", PATH, { token })).data;
const choose = (token: string, body: unknown) => api.call("PUT", PATH, { token, body });

describe("notification preferences", () => {
  test("are the usual ones until somebody chooses, and then what was chosen last", async () => {
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
    ["no time", { ...CHOSEN, quietHours: { from: "24:00", until: "08:00" } }, "/quietHours/from"],
    ["no end", { ...CHOSEN, quietHours: { from: "08:00", until: "08:00" } }, "/quietHours/until"],
    ["half of it", { channels: CHOSEN.channels, quietHours: null }, "/mutedCategories"],
    [
      "a channel that there is not",
      { ...CHOSEN, channels: { push: true, sms: true } },
      "/channels",
    ],
  ])("are refused with %s", async (_, body, pointer) => {
    const { token } = await registeredCoach(api, somebody(issuer));
    const answer = await choose(token, body);
    expect(refusalOf(answer)).toBe("400 VALIDATION_FAILED");
    const at = expect.objectContaining({ pointer: expect.stringContaining(pointer) });
    expect(answer.body["errors"]).toEqual(expect.arrayContaining([at]));
    expect(await read(token)).toEqual(DEFAULTS);
  });

  test("are for people who are signed in to an app of theirs", async () => {
    for (const method of ["GET", "PUT"]) {
      expect(refusalOf(await api.call(method, PATH))).toBe("401 UNAUTHENTICATED");
      const token = await somebody(issuer).token("COACH_MOBILE");
      const answer = await api.call(method, PATH, { token });
      expect(refusalOf(answer)).toBe("403 REGISTRATION_REQUIRED");
    }
    const coach = await registeredCoach(api, somebody(issuer));
    const { person } = await registeredClient(api, coach, somebody(issuer));
    const web = await person.token("WEB");
    expect(refusalOf(await choose(web, CHOSEN))).toBe("403 APP_ROLE_MISMATCH");
  });
});
