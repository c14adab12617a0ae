import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import {
  endedRelationshipSchema,
  relationshipDetailSchema,
  relationshipStateSchema,
} from "../../contract/relationships/schema.ts";
import { clientMeSchema } from "../../contract/onboarding/client-account-schema.ts";
import { planPageSchema } from "../../contract/plans/schema.ts";
import { refusalOf } from "../factories/accounts/people.ts";
import { ask, buildPhone, type Phone, sync } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { type SignedInPair, buildSignedInPair } from "../factories/accounts/signed-in-pair.ts";
import type { TestRequest } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const END_AS_CLIENT = "/api/v1/client/relationship/end";
const CLIENT_ME = "/api/v1/auth/client-me";

const { api, issuer } = await useApi();

const stranger = await buildSignedInPair(api.deps.database.em, issuer);

describe("POST .../relationships/{relationshipId}/pause, resume, end", () => {
  test("take a relationship through its life, each with its reason in the history", async () => {
    const pair = await newPair({ status: "ONBOARDING" });
    const { relationshipId } = pair;
    const paused = await move(pair, "pause", { body: { reason: "  Broken\nleg  " } });
    expect(relationshipStateSchema.parse(paused.data)).toEqual({
      relationshipId,
      status: "PAUSED",
      pausedAt: expect.any(String),
      resumesAs: "ONBOARDING",
      endedAt: null,
    });
    const resumed = await move(pair, "resume", { body: {} });
    expect(resumed.data).toMatchObject({ status: "ONBOARDING", pausedAt: null, resumesAs: null });
    const ended = await move(pair, "end");
    expect(ended.data).toMatchObject({ status: "ENDED", endedAt: expect.any(String) });
    const { history, ...detail } = await detailOf(pair);
    expect(detail).toMatchObject({ relationshipId, status: "ENDED", baseline: null });
    expect(history).toMatchObject([
      { fromStatus: "ONBOARDING", toStatus: "ENDED", reason: "A reason" },
      { fromStatus: "PAUSED", toStatus: "ONBOARDING", reason: null },
      {
        fromStatus: "ONBOARDING",
        toStatus: "PAUSED",
        reason: "Broken\nleg",
        actorUserId: pair.coach.userId,
        actorKind: "COACH",
      },
    ]);
  });

  test("let a coach skip the baseline of a client in ONBOARDING, with a reason, once", async () => {
    const pair = await newPair({ status: "ONBOARDING" });
    const key = randomUUID();
    const waived = await move(pair, "waive-baseline", { key });
    expect(waived.data).toMatchObject({ status: "ACTIVE", resumesAs: null });
    expect((await move(pair, "waive-baseline", { key })).data).toEqual(waived.data);
    expect(refusalOf(await move(pair, "waive-baseline"))).toBe("409 STATE_CONFLICT");
    expect((await clientMe(pair)).relationship).toMatchObject({ status: "ACTIVE" });
    const { history } = await detailOf(pair);
    expect(history).toMatchObject([
      { fromStatus: "ONBOARDING", toStatus: "ACTIVE", reason: "A reason", actorKind: "COACH" },
    ]);
  });

  test("return the same answer for the same key and body, and refuse another body", async () => {
    const pair = await newPair();
    const key = randomUUID();
    const first = await move(pair, "pause", { key });
    await move(pair, "resume");
    const again = await move(pair, "pause", { key });
    expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([200, "true"]);
    expect(again.data).toEqual(first.data);
    expect((await detailOf(pair)).status).toBe("ACTIVE");
    const other = await move(pair, "pause", { key, body: { reason: "Another" } });
    expect(refusalOf(other)).toBe("422 IDEMPOTENCY_KEY_REUSED");
  });

  test("answer a repeated act with a conflict, and an ended relationship as inactive", async () => {
    const pair = await newPair();
    expect(refusalOf(await move(pair, "resume"))).toBe("409 STATE_CONFLICT");
    await move(pair, "pause");
    expect(refusalOf(await move(pair, "pause"))).toBe("409 STATE_CONFLICT");
    await move(pair, "end");
    for (const act of ["pause", "resume", "end", "waive-baseline"] as const) {
      expect(refusalOf(await move(pair, act))).toBe("403 RELATIONSHIP_INACTIVE");
    }
  });

  test.each([
    ["no reason", {}, "400 REASON_REQUIRED"],
    ["an empty reason", { reason: "  " }, "400 REASON_REQUIRED"],
    ["a long reason", { reason: "x".repeat(501) }, "400 VALIDATION_FAILED"],
    ["a control character", { reason: "a\u0007b" }, "400 VALIDATION_FAILED"],
    ["a status", { reason: "x", status: "ENDED" }, "400 VALIDATION_FAILED"],
  ])("refuse %s", async (_, body, refusal) => {
    const pair = await newPair();
    for (const act of ["pause", "end", "waive-baseline"] as const) {
      expect(refusalOf(await move(pair, act, { body }))).toBe(refusal);
    }
    expect((await detailOf(pair)).status).toBe("ACTIVE");
  });

  test("need a key, a token, and a coach of this workspace; to others it does not exist", async () => {
    const pair = await newPair();
    const body = { reason: "A reason" };
    for (const act of ["pause", "resume", "end"] as const) {
      const path = pathOf(pair, act);
      const { coachToken: token } = pair;
      expect(refusalOf(await api.call("POST", path, { token, body }))).toBe(
        "400 VALIDATION_FAILED",
      );
      const key = randomUUID();
      expect(refusalOf(await api.call("POST", path, { key, body }))).toBe("401 UNAUTHENTICATED");
      const asClient = await move(pair, act, { token: pair.clientToken });
      expect(refusalOf(asClient)).toBe("403 APP_ROLE_MISMATCH");
      const foreign = await move(pair, act, { token: stranger.coachToken });
      expect(refusalOf(foreign)).toBe("404 NOT_FOUND");
      const smuggled = { ...stranger, relationshipId: pair.relationshipId };
      expect(refusalOf(await move(smuggled, act))).toBe("404 NOT_FOUND");
    }
  });
});

describe("GET .../relationships/{relationshipId}", () => {
  test("shows names, zone and baseline to the coaches of the workspace, and to nobody else", async () => {
    const pair = await newPair({ timezone: "Asia/Tokyo" });
    expect(await detailOf(pair)).toMatchObject({
      relationshipId: pair.relationshipId,
      clientUserId: pair.client.userId,
      clientDisplayName: "Ana Silva",
      coachDisplayName: "Cora Coach",
      status: "ACTIVE",
      timezone: "Asia/Tokyo",
      nextTimezone: null,
      baseline: { birthDate: null, heightCm: null, goal: null },
      history: [],
    });
    const get = (path: string, token?: string) =>
      api.call("GET", path, token === undefined ? {} : { token });
    expect(refusalOf(await get(pathOf(pair)))).toBe("401 UNAUTHENTICATED");
    expect(refusalOf(await get(pathOf(pair), pair.clientToken))).toBe("403 APP_ROLE_MISMATCH");
    expect(refusalOf(await get(pathOf(pair), stranger.coachToken))).toBe("404 NOT_FOUND");
    const smuggled = { ...stranger, relationshipId: pair.relationshipId };
    expect(refusalOf(await get(pathOf(smuggled), stranger.coachToken))).toBe("404 NOT_FOUND");
    const nonsense = `/api/v1/workspaces/${pair.workspaceId}/relationships/nonsense`;
    expect(refusalOf(await get(nonsense, pair.coachToken))).toBe("400 VALIDATION_FAILED");
  });
});

describe("POST /client/relationship/end", () => {
  test("leaves the coach; the same key returns the same answer, another finds nothing", async () => {
    const pair = await newPair();
    const key = randomUUID();
    const first = await endAsClient(pair, { key, body: { reason: "Moving away" } });
    expect(endedRelationshipSchema.parse(first.data)).toMatchObject({
      relationshipId: pair.relationshipId,
      status: "ENDED",
      nextRoute: "INVITE_REQUIRED",
    });
    const again = await endAsClient(pair, { key, body: { reason: "Moving away" } });
    expect([again.headers.get("Idempotency-Replayed"), again.data]).toEqual(["true", first.data]);
    expect(refusalOf(await endAsClient(pair))).toBe("404 NOT_FOUND");
    expect((await detailOf(pair)).history).toMatchObject([
      { toStatus: "ENDED", reason: "Moving away", actorKind: "CLIENT" },
    ]);
    expect(await clientMe(pair)).toMatchObject({
      relationship: null,
      nextRoute: "INVITE_REQUIRED",
      permissions: [],
    });
  });

  test("needs a key, a token and a client, and refuses an unknown field", async () => {
    const pair = await newPair();
    const { clientToken: token } = pair;
    const keyless = await api.call("POST", END_AS_CLIENT, { token, body: {} });
    expect(refusalOf(keyless)).toBe("400 VALIDATION_FAILED");
    const malformed = await endAsClient(pair, { body: { relationshipId: randomUUID() } });
    expect(refusalOf(malformed)).toBe("400 VALIDATION_FAILED");
    const key = randomUUID();
    expect(refusalOf(await api.call("POST", END_AS_CLIENT, { key, body: {} }))).toBe(
      "401 UNAUTHENTICATED",
    );
    expect(refusalOf(await endAsClient(pair, { token: pair.coachToken }))).toBe(
      "403 APP_ROLE_MISMATCH",
    );
  });
});

describe("a phone", () => {
  const newPhone = (): Promise<Phone> => buildPhone(api, issuer);
  const complete = ({ agenda }: Phone) =>
    queued("quick-log.complete-task", { taskId: agenda.habit.id });

  test("keeps its operations while paused, sends them afterwards, and is wiped at the end", async () => {
    const phone = await newPhone();
    const operation = complete(phone);
    await move(phone.pair, "pause");
    expect(await clientMe(phone.pair)).toMatchObject({
      relationship: { status: "PAUSED" },
      nextRoute: "TODAY",
    });
    const locked = await sync(api, phone, [operation]);
    expect([locked.scopeState, locked.results[0]?.status]).toEqual(["PAUSED", "SCOPE_LOCKED"]);
    const today = await api.call("GET", "/api/v1/client/today", { token: phone.token });
    expect(today.status).toBe(200);
    await move(phone.pair, "resume");
    const sent = await sync(api, phone, [operation]);
    expect([sent.scopeState, sent.results[0]?.status]).toEqual(["ACTIVE", "ACCEPTED"]);
    await move(phone.pair, "end");
    expect(refusalOf(await ask(api, phone))).toBe("404 NOT_FOUND");
    const after = await api.call("GET", "/api/v1/client/today", { token: phone.token });
    expect(refusalOf(after)).toBe("404 NOT_FOUND");
  });
});

describe("the coaches of an ended relationship", () => {
  test("read its plans and change nothing", async () => {
    const pair = await newPair();
    const plans = `/api/v1/workspaces/${pair.workspaceId}/plans`;
    const asCoach = (method: string, path: string, body?: unknown) =>
      api.call(method, path, {
        token: pair.coachToken,
        ...(body !== undefined && { body, key: randomUUID() }),
      });
    await asCoach("POST", plans, {
      content: { kind: "HABIT", title: "Stretch", recurrence: { rrule: "FREQ=DAILY" } },
      publish: true,
    });
    const { items } = planPageSchema.parse((await asCoach("GET", plans)).data);
    await move(pair, "end");
    const assignments = pathOf(pair, "plan-assignments");
    expect((await asCoach("GET", assignments)).status).toBe(200);
    const refused = await asCoach("POST", assignments, { planId: items[0]?.planId });
    expect(refusalOf(refused)).toBe("403 RELATIONSHIP_INACTIVE");
  });
});

function newPair(options: Parameters<typeof buildSignedInPair>[2] = {}) {
  return buildSignedInPair(api.deps.database.em, issuer, options);
}

function pathOf({ workspaceId, relationshipId }: SignedInPair, act = "") {
  return `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}${act && `/${act}`}`;
}

function move(
  pair: SignedInPair,
  act: "pause" | "resume" | "end" | "waive-baseline",
  request: TestRequest = {},
) {
  return api.call("POST", pathOf(pair, act), {
    token: pair.coachToken,
    key: randomUUID(),
    body: { reason: "A reason" },
    ...request,
  });
}

function endAsClient(pair: SignedInPair, request: TestRequest = {}) {
  return api.call("POST", END_AS_CLIENT, {
    token: pair.clientToken,
    key: randomUUID(),
    body: {},
    ...request,
  });
}

async function detailOf(pair: SignedInPair) {
  const answer = await api.call("GET", pathOf(pair), { token: pair.coachToken });
  return relationshipDetailSchema.parse(answer.data);
}

async function clientMe(pair: SignedInPair) {
  return clientMeSchema.parse((await api.call("GET", CLIENT_ME, { token: pair.clientToken })).data);
}
