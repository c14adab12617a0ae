import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { ownCoachProfileSchema } from "../../contract/accounts/profile-schema.ts";
import { ownClientProfileSchema } from "../../contract/relationships/client-profile-schema.ts";
import { clientMeSchema } from "../../contract/onboarding/client-account-schema.ts";
import { coachMeSchema } from "../../contract/workspaces/coach-schema.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { refusalOf, registeredCoach, somebody } from "../factories/accounts/people.ts";
import { type SignedInPair, buildSignedInPair } from "../factories/accounts/signed-in-pair.ts";
import { useApi } from "../harness/use-api.ts";

const CLIENT = "/api/v1/client/profile";
const COACH = "/api/v1/coach/profile";
const complete = {
  displayName: "Ana Silva",
  timezone: "Europe/Berlin",
  locale: "pt-BR",
  birthDate: "1990-02-28",
  heightCm: 168,
  goal: "Run 10 km\nin May",
};

const { api, issuer } = await useApi();

const newPair = () => buildSignedInPair(api.deps.database.em, issuer, { status: "ONBOARDING" });

describe("GET and PUT /client/profile", () => {
  test("show what the baseline lacks; completing it ends onboarding", async () => {
    const pair = await newPair();
    const { clientToken: token } = pair;
    const first = ownClientProfileSchema.parse((await api.call("GET", CLIENT, { token })).data);
    expect(first).toMatchObject({
      displayName: "Ana Silva",
      missing: ["birthDate", "heightCm", "goal"],
      relationshipStatus: "ONBOARDING",
      days: { timezone: "Europe/Berlin", nextTimezone: null },
    });
    const { goal: _goal, ...started } = complete;
    expect((await put(pair, started)).data).toMatchObject({ missing: ["goal"] });
    const saved = ownClientProfileSchema.parse((await put(pair, complete)).data);
    expect(saved).toMatchObject({ ...complete, missing: [], relationshipStatus: "ACTIVE" });
    expect((await put(pair, complete)).data).toEqual(saved);
    expect((await api.call("GET", CLIENT, { token })).data).toEqual(saved);
    const me = await api.call("GET", "/api/v1/auth/client-me", { token });
    expect(clientMeSchema.parse(me.data)).toMatchObject({
      relationship: { status: "ACTIVE" },
      nextRoute: "ONBOARDING_QUESTIONNAIRE",
    });
  });

  test("keep working after the end of the relationship, which no longer sees changes", async () => {
    const pair = await newPair();
    const { clientToken: token, coachToken, workspaceId, relationshipId } = pair;
    await put(pair, { ...complete, goal: "Before" });
    const path = `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}`;
    const end = { token: coachToken, key: randomUUID(), body: { reason: "Moved away" } };
    expect((await api.call("POST", `${path}/end`, end)).status).toBe(200);
    const rowsOf = async () => {
      const em = api.deps.database.em.fork();
      const { status, timezone, updatedAt } = await em.findOneOrFail(Relationship, relationshipId);
      const { seq } = await em.findOneOrFail(RelationshipScope, { relationshipId });
      const events = await em.count(OutboxRow, { subjectId: relationshipId });
      return { status, timezone, updatedAt, seq, events };
    };
    const before = await rowsOf();
    const changed = { ...complete, goal: "After", timezone: "Asia/Tokyo" };
    const saved = await put(pair, changed);
    expect(saved.status).toBe(200);
    expect(ownClientProfileSchema.parse(saved.data)).toMatchObject({
      ...changed,
      relationshipStatus: null,
      days: null,
    });
    expect((await api.call("GET", CLIENT, { token })).data).toEqual(saved.data);
    expect(await rowsOf()).toEqual(before);
    const seen = await api.call("GET", path, { token: coachToken });
    expect(seen.data).toMatchObject({ status: "ENDED", baseline: null });
    expect(seen.text).not.toContain("After");
  });

  test("show when another time zone takes effect", async () => {
    const pair = await newPair();
    const { data } = await put(pair, { ...complete, timezone: "Asia/Tokyo" });
    expect(ownClientProfileSchema.parse(data)).toMatchObject({
      timezone: "Asia/Tokyo",
      days: {
        timezone: "Europe/Berlin",
        nextTimezone: "Asia/Tokyo",
        zoneChangesAt: expect.any(String),
      },
    });
  });

  test.each([
    ["no name", { displayName: undefined }],
    ["an empty name", { displayName: " " }],
    ["an unknown time zone", { timezone: "Mars/Olympus" }],
    ["no zone", { timezone: undefined }],
    ["a birth date before 1900", { birthDate: "1890-01-01" }],
    ["a future birth date", { birthDate: "2999-01-01" }],
    ["no day", { birthDate: "1990-02-30" }],
    ["a height in metres", { heightCm: 1.68 }],
    ["a height as text", { heightCm: "168" }],
    ["a giant", { heightCm: 273 }],
    ["a long goal", { goal: "x".repeat(1001) }],
    ["a control character", { goal: "run\u0000" }],
    ["a status", { relationshipStatus: "ACTIVE" }],
    ["a user", { userId: "0190a000-0000-7000-8000-000000000000" }],
  ])("refuse %s as malformed", async (_, changes) => {
    const pair = await newPair();
    expect(refusalOf(await put(pair, { ...complete, ...changes }))).toBe("400 VALIDATION_FAILED");
  });

  test("need a client's token of the client app", async () => {
    const pair = await newPair();
    for (const method of ["GET", "PUT"] as const) {
      const body = method === "PUT" ? { body: complete } : {};
      expect(refusalOf(await api.call(method, CLIENT, body))).toBe("401 UNAUTHENTICATED");
      const asCoach = await api.call(method, CLIENT, { token: pair.coachToken, ...body });
      expect(refusalOf(asCoach)).toBe("403 APP_ROLE_MISMATCH");
    }
  });
});

describe("GET and PATCH /coach/profile", () => {
  test("change the named fields and the name that clients see", async () => {
    const pair = await newPair();
    const { coachToken: token } = pair;
    const first = ownCoachProfileSchema.parse((await api.call("GET", COACH, { token })).data);
    expect(first).toMatchObject({ displayName: "Cora Coach", bio: null, publicHandle: null });
    const named = await patch(pair, { displayName: "Cora C.", bio: "Strength.\nPatience." });
    expect(ownCoachProfileSchema.parse(named.data)).toMatchObject({
      displayName: "Cora C.",
      bio: "Strength.\nPatience.",
      timezone: first.timezone,
    });
    expect((await patch(pair, { bio: "", timezone: "Asia/Tokyo" })).data).toMatchObject({
      displayName: "Cora C.",
      bio: null,
      timezone: "Asia/Tokyo",
    });
    const me = await api.call("GET", "/api/v1/auth/client-me", { token: pair.clientToken });
    expect(clientMeSchema.parse(me.data).relationship?.coachDisplayName).toBe("Cora C.");
  });

  test("begin the onboarding of the coach, as `me` shows", async () => {
    const { token } = await registeredCoach(api, somebody(issuer));
    const status = async () =>
      coachMeSchema.parse((await api.call("GET", "/api/v1/auth/me", { token })).data)
        .onboardingStatus;
    expect(await status()).toBe("NOT_STARTED");
    await api.call("GET", COACH, { token });
    expect(await status()).toBe("NOT_STARTED");
    await api.call("PATCH", COACH, { token, body: { bio: "Strength." } });
    expect(await status()).toBe("IN_PROGRESS");
  });

  test.each([
    ["nothing", {}],
    ["an empty name", { displayName: "" }],
    ["no name", { displayName: null }],
    ["an unknown time zone", { timezone: "Mars/Olympus" }],
    ["a long bio", { bio: "x".repeat(2001) }],
  ])("refuse %s as malformed", async (_, body) => {
    expect(refusalOf(await patch(await newPair(), body))).toBe("400 VALIDATION_FAILED");
  });

  test("need a coach's token", async () => {
    const pair = await newPair();
    for (const method of ["GET", "PATCH"] as const) {
      const body = method === "PATCH" ? { body: { bio: "x" } } : {};
      expect(refusalOf(await api.call(method, COACH, body))).toBe("401 UNAUTHENTICATED");
      const asClient = await api.call(method, COACH, { token: pair.clientToken, ...body });
      expect(refusalOf(asClient)).toBe("403 APP_ROLE_MISMATCH");
    }
  });
});

function put({ clientToken: token }: SignedInPair, body: unknown) {
  return api.call("PUT", CLIENT, { token, body });
}

function patch({ coachToken: token }: SignedInPair, body: unknown) {
  return api.call("PATCH", COACH, { token, body });
}
