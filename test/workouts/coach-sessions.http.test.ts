import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { pageSchema } from "../../contract/wire.ts";
import {
  coachSessionDetailSchema,
  coachSessionSchema,
  reviewedSessionSchema,
} from "../../contract/workouts/coach-schema.ts";
import { addDays } from "../../rules/local-day.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalBody,
  refusalOf,
  sync,
} from "../factories/sync/phone.ts";
import { type BuiltWorkout, draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { settleOf, settlementDeps } from "../factories/sync/settlement.ts";
import type { TestRequest } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;

const stranger = await buildPhone(api, issuer);
beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

const page = pageSchema(coachSessionSchema);

describe("GET .../workout-sessions", () => {
  test("lists each session once, newest day first, with its targets and results", async () => {
    const { localDate } = phone.agenda;
    const { sessionId } = await trained();
    const yesterday = await trained(90, { localDate: addDays(localDate, -1), task: null });
    const open = draftOf(await build());
    await sync(api, phone, [open.start()]);
    const whole = await list();
    expect(whole.nextCursor).toBeNull();
    expect(whole.items).toHaveLength(3);
    expect(whole.items.at(-1)?.sessionId).toBe(yesterday.sessionId);
    expect(whole.items.find((one) => one.sessionId === sessionId)).toMatchObject({
      localDate,
      title: "Legs",
      status: "SUBMITTED",
      performedFrom: "CURRENT",
      reviewedAt: null,
      setsAsked: 4,
      setsDone: 1,
    });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const next = await list({ limit: "1", ...(cursor !== undefined && { cursor }) });
      seen.push(...next.items.map((one) => one.sessionId));
      cursor = next.nextCursor;
    }
    expect(seen).toEqual(whole.items.map((one) => one.sessionId));
    expect((await list({ status: "IN_PROGRESS" })).items).toHaveLength(1);
    expect((await list({ from: localDate })).items).toHaveLength(2);
    expect((await list({ to: addDays(localDate, -1) })).items).toHaveLength(1);
  });

  test.each([
    ["an invalid day", { from: "2026-02-30" }],
    ["days in the wrong order", { from: "2026-01-06", to: "2026-01-05" }],
    ["an unknown status", { status: "DONE" }],
    ["an unknown parameter", { color: "red" }],
  ])("refuses %s", async (_name, query) => {
    const answer = await call("GET", `?${new URLSearchParams(query).toString()}`);
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });

  test("refuses a cursor of another query", async () => {
    await trained();
    await trained(80);
    const { nextCursor: cursor } = await list({ limit: "1" });
    for (const query of [{ cursor: "x" }, { cursor: cursor ?? "", status: "SUBMITTED" }]) {
      const answer = await call("GET", `?${new URLSearchParams(query).toString()}`);
      expect(refusalOf(answer)).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
    }
  });
});

describe("GET .../workout-sessions/{sessionId}", () => {
  test("shows targets next to results, and the present records", async () => {
    const { localDate } = phone.agenda;
    const former = await trained(120, { localDate: addDays(localDate, -1), task: null });
    const draft = draftOf(await build());
    const exercises = [
      { exerciseKey: "squat", note: "deep", alternativeKey: null },
      { exerciseKey: "pull", skip: { reason: "PAIN_OR_INJURY" } },
    ];
    const sets = [
      squats("one", 100),
      squats("two", 60, { values: { weight: { value: 60, unit: "kg" }, reps: 12, rpe: 9 } }),
    ];
    const { results } = await sync(api, phone, [draft.submit(sets, { exercises, note: "hot" })]);
    const sessionId = results[0]?.canonicalIds[0]?.canonicalId ?? "";
    expect((await detail(sessionId)).exercises[0]?.result).toBeNull();
    await settle();
    const read = await detail(sessionId);
    expect(read).toMatchObject({ note: "hot", setsDone: 2 });
    const [squat, pull] = read.exercises;
    expect(squat).toMatchObject({
      asked: { exerciseKey: "squat", name: "Squat", sets: [{ repetitions: 5 }] },
      done: { name: "Squat", note: "deep", sets: [{ setKey: "one" }, { setKey: "two" }] },
      result: { heaviestGrams: 100_000, mostRepetitions: 12 },
    });
    expect(squat?.result?.records).toEqual([
      {
        measure: "ESTIMATED_MAXIMUM",
        value: 140_000,
        sessionId: former.sessionId,
        localDate: addDays(localDate, -1),
      },
      {
        measure: "HEAVIEST",
        value: 120_000,
        sessionId: former.sessionId,
        localDate: addDays(localDate, -1),
      },
      { measure: "MOST_REPETITIONS", value: 12, sessionId, localDate },
    ]);
    expect(pull).toMatchObject({
      done: { skip: { reason: "PAIN_OR_INJURY" }, sets: [] },
      result: null,
    });
  });

  test("removes a record after a correction", async () => {
    const former = await trained(120, {
      localDate: addDays(phone.agenda.localDate, -1),
      task: null,
    });
    const { draft, sessionId } = await trained(140);
    await settle();
    const heaviest = async () =>
      (await detail(sessionId)).exercises[0]?.result?.records.find(
        (one) => one.measure === "HEAVIEST",
      );
    expect(await heaviest()).toMatchObject({ value: 140_000, sessionId });
    await sync(api, phone, [
      draft.op("workout.correct-session", { clientRevision: 9, sets: [squats("one", 40)] }),
    ]);
    await settle();
    expect(await heaviest()).toMatchObject({ value: 120_000, sessionId: former.sessionId });
  });
});

describe("POST .../workout-sessions/{sessionId}/review", () => {
  test("returns the first instant, however often; a later correction is visible until the next review", async () => {
    const { draft, sessionId } = await trained();
    const key = randomUUID();
    const first = await review(sessionId, { key });
    const replayed = await review(sessionId, { key });
    expect(replayed.data).toEqual(first.data);
    expect(replayed.headers.get("Idempotency-Replayed")).toBe("true");
    const { reviewedAt } = reviewedSessionSchema.parse(first.data);
    expect(await detail(sessionId)).toMatchObject({ reviewedAt, changedAfterReviewAt: null });
    await sync(api, phone, [
      draft.op("workout.correct-session", { clientRevision: 9, sets: [squats("one", 40)] }),
    ]);
    expect((await detail(sessionId)).changedAfterReviewAt).not.toBeNull();
    expect(reviewedSessionSchema.parse((await review(sessionId)).data).reviewedAt).toBe(reviewedAt);
    expect(await detail(sessionId)).toMatchObject({ reviewedAt, changedAfterReviewAt: null });
  });

  test("is a conflict for a draft, not found for an unknown session, and refused after the end", async () => {
    const draft = draftOf(await build());
    const { results } = await sync(api, phone, [draft.start()]);
    const sessionId = results[0]?.canonicalIds[0]?.canonicalId ?? "";
    expect(refusalOf(await review(sessionId))).toMatchObject({
      status: 409,
      code: "STATE_CONFLICT",
    });
    expect(refusalOf(await review(randomUUID()))).toMatchObject({ status: 404 });
    const { em } = api.deps.database;
    await setRelationshipStatus(em, phone.relationshipId, "ENDED");
    expect(refusalOf(await review(sessionId))).toMatchObject({ code: "RELATIONSHIP_INACTIVE" });
    expect((await list()).items).toHaveLength(1);
  });

  test("needs a key", async () => {
    const { sessionId } = await trained();
    const { coachToken: token } = phone.pair;
    const path = pathOf(phone.relationshipId, `/${sessionId}/review`);
    expect((await api.call("POST", path, { token })).status).toBe(400);
  });
});

describe("the reader and reviewer of sessions", () => {
  const routes = ["", "/{id}", "/{id}/review"].map((more) => [more] as const);
  test.each(routes)("%s is a coach of the workspace, and nobody else", async (more) => {
    const { sessionId } = await trained();
    const method = more.endsWith("review") ? "POST" : "GET";
    const at = more.replace("{id}", sessionId);
    expect((await call(method, at)).status).toBe(200);
    const anonymous = await api.call(method, pathOf(phone.relationshipId, at), {
      key: randomUUID(),
    });
    expect(refusalOf(anonymous)).toMatchObject({ status: 401, code: "UNAUTHENTICATED" });
    const ofClient = await otherToken(issuer, phone.pair.client, "CLIENT_MOBILE");
    expect(refusalOf(await call(method, at, { token: ofClient }))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
    const token = stranger.pair.coachToken;
    const foreign = refusalBody(await call(method, at, { token }));
    expect(foreign).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(refusalBody(await call(method, at, { token, of: randomUUID() }))).toEqual(foreign);
    if (more === "") return;
    const elsewhere = await call(method, at, { token, of: stranger.relationshipId });
    expect(refusalBody(elsewhere)).toEqual(foreign);
    const malformed = await call(method, more.replace("{id}", "x"));
    expect(refusalOf(malformed)).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });
});

function pathOf(relationshipId: string, more = "") {
  return `/api/v1/coach/relationships/${relationshipId}/workout-sessions${more}`;
}

/** A call, by default as the phone's coach. */
function call(method: "GET" | "POST", more = "", request: TestRequest & { of?: string } = {}) {
  const { of = phone.relationshipId, ...options } = request;
  const key = method === "POST" ? { key: randomUUID() } : {};
  return api.call(method, pathOf(of, more), { token: phone.pair.coachToken, ...key, ...options });
}

async function list(query: Readonly<Record<string, string>> = {}) {
  return page.parse((await call("GET", `?${new URLSearchParams(query).toString()}`)).data);
}

async function detail(sessionId: string) {
  return coachSessionDetailSchema.parse((await call("GET", `/${sessionId}`)).data);
}

function review(sessionId: string, request: TestRequest = {}) {
  return call("POST", `/${sessionId}/review`, request);
}

function build(changes: Parameters<typeof putWorkout>[2] = {}): Promise<BuiltWorkout> {
  return putWorkout(
    api.deps.database.em,
    { ...phone, workspaceId: phone.pair.workspaceId, timezone: "UTC" },
    changes,
  );
}

async function settle() {
  const { em } = api.deps.database;
  await settleOf(settlementDeps(em), phone.deviceId);
}

/** A session that counts. */
async function trained(weight = 100, changes: Parameters<typeof putWorkout>[2] = {}) {
  const draft = draftOf(await build(changes));
  const { results } = await sync(api, phone, [draft.submit([squats("one", weight)])]);
  return { draft, sessionId: results[0]?.canonicalIds[0]?.canonicalId ?? "" };
}
