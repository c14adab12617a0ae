import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { Operation } from "../contract/sync/schema.ts";
import { todaySchema } from "../contract/agenda/today-schema.ts";
import { setRelationshipStatus } from "./factories/accounts/identity.ts";
import { begun, photo, uploaded } from "./factories/media/media.ts";
import { moveClock } from "./factories/db/move-clock.ts";
import {
  ask,
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  send,
  snapshot,
  sync,
} from "./factories/sync/phone.ts";
import { supporter } from "./factories/accounts/supporter.ts";
import {
  type BuiltWorkout,
  type Draft,
  draftOf,
  putWorkout,
  squats,
} from "./factories/workouts/workouts.ts";
import { startApi } from "./harness/api.ts";
import { useOwnDatabase } from "./harness/database.ts";
import { useApi } from "./harness/use-api.ts";

const { api, issuer } = await useApi({ database: await useOwnDatabase() });

afterEach(() => moveClock(api.database.ownerUrl, 0));

const REASON = { "X-Access-Reason": "Ticket 12" };

/** A phone with a workout for offline use. */
async function newPhone(): Promise<Phone & { readonly workout: BuiltWorkout }> {
  const phone = await buildPhone(api, issuer);
  const scope = { ...phone, workspaceId: phone.pair.workspaceId, timezone: "UTC" };
  return { ...phone, workout: await putWorkout(api.deps.database.em, scope) };
}

/** A session from its start to its correction, and another that is abandoned: one operation of each type. */
function queueOf({ workout }: { readonly workout: BuiltWorkout }): readonly Operation[] {
  const [draft, other] = [draftOf(workout), draftOf(workout)];
  return [
    other.start(),
    other.op("workout.discard-session"),
    ...drafted(draft),
    draft.submit([squats("one")]),
    draft.op("workout.correct-session", { clientRevision: 99, sets: [squats("one", 90)] }),
  ];
}
const drafted = (draft: Draft): readonly Operation[] => [
  draft.start(),
  draft.sets([squats("one")]),
  draft.op("workout.upsert-exercise", { exerciseKey: "squat", note: "deep", order: 1 }),
  draft.op("workout.skip-exercise", { exerciseKey: "pull", reason: "BUSY" }),
  draft.op("workout.use-alternative", { exerciseKey: "squat", alternativeKey: "press" }),
];
const receiptIds = (results: readonly { readonly receiptId: string | null }[]) =>
  results.map(({ receiptId }) => receiptId);

async function taskOf(phone: Phone, taskId: string) {
  const { data } = await api.call("GET", "/api/v1/client/today", { token: phone.token });
  return todaySchema.parse(data).tasks?.find((task) => task.taskId === taskId);
}

describe("Release gates for workout.* (docs/rooms/sync.md#release-gates)", () => {
  test("duplicate replay returns the same receipt", async () => {
    const phone = await newPhone();
    const queue = queueOf(phone);
    const first = await sync(api, phone, queue);
    expect(first.results.map(({ status }) => status)).toEqual(queue.map(() => "ACCEPTED"));
    const again = await sync(api, phone, queue);
    expect(again.results.map(({ status }) => status)).toEqual(queue.map(() => "ALREADY_ACCEPTED"));
    expect(receiptIds(again.results)).toEqual(receiptIds(first.results));
    expect((await snapshot(api, phone)).receipts).toHaveLength(queue.length);
  });

  test("queued work is recovered after a restart", async () => {
    const phone = await newPhone();
    const queue = queueOf(phone);
    const before = await startApi({ issuer: issuer.issuer, database: api.database });
    const first = await sync(before, phone, queue.slice(0, 4));
    await before.close();
    const { results } = await sync(api, phone, queue);
    expect(receiptIds(results.slice(0, 4))).toEqual(receiptIds(first.results));
    expect(new Set(results.slice(4).map(({ status }) => status))).toEqual(new Set(["ACCEPTED"]));
  });

  test("a stale revision yields STALE_REVISION; a conflict refetches before retry", async () => {
    const phone = await newPhone();
    const draft = draftOf(phone.workout);
    await sync(api, phone, [
      draft.submit([squats("one")], { clientRevision: 8, frozenRevision: 8 }),
    ]);
    const correction = { sets: [squats("one", 70)] };
    const stale = draft.op("workout.correct-session", { clientRevision: 8, ...correction });
    const [refused] = (await sync(api, phone, [stale])).results;
    expect(refused).toMatchObject({ conflictCode: "STALE_REVISION", latestRevision: 8 });
    expect(refused?.allowedResolutions).toEqual(["REFRESH", "RESUBMIT", "DISCARD"]);
    const [hint] = refused?.refetch ?? [];
    expect((await api.call("GET", hint?.path ?? "", phone)).status).toBe(200);
    const clientRevision = (refused?.latestRevision ?? 0) + 1;
    const resubmitted = draft.op("workout.correct-session", { clientRevision, ...correction });
    const { results } = await sync(api, phone, [
      { ...resubmitted, resubmitOf: stale.clientOperationId },
    ]);
    expect(results).toMatchObject([{ status: "ACCEPTED" }]);
  });

  test("a revoked permission blocks sync and locks the scope", async () => {
    const phone = await newPhone();
    const queue = queueOf(phone);
    const { em } = api.deps.database;
    await setRelationshipStatus(em, phone.relationshipId, "PAUSED");
    const paused = await sync(api, phone, queue);
    expect(paused.results.map(({ status }) => status)).toEqual(queue.map(() => "SCOPE_LOCKED"));
    await setRelationshipStatus(em, phone.relationshipId, "ENDED");
    expect(refusalOf(await send(api, phone, queue))).toMatchObject({ status: 404 });
  });

  test("an expired upload is refreshed without duplicate media", async () => {
    const phone = await newPhone();
    const draft = draftOf(phone.workout);
    const bytes = photo();
    const purpose = "FORM_CHECK" as const;
    const first = await begun(api, phone, bytes, { purpose });
    const laden = (uploadId: string) => ({ attachments: [{ uploadId, purpose }] });
    const early = { ...draft.sets([squats("one")]), ...laden(first.uploadId) };
    expect((await sync(api, phone, [early])).results).toMatchObject([{ status: "ACCEPTED" }]);
    const submitted = draft.submit();
    await moveClock(api.database.ownerUrl, 25 * 3_600);
    const [expired] = (await sync(api, phone, [{ ...submitted, ...laden(first.uploadId) }]))
      .results;
    expect(expired).toMatchObject({
      rejectionCode: "UPLOAD_EXPIRED",
      receiptId: null,
      allowedResolutions: ["RETRY"],
      refetch: [{ entityId: first.uploadId, reason: "EXPIRED" }],
    });
    const fresh = await uploaded(api, phone, bytes, { purpose });
    expect(fresh).toMatchObject({ mediaId: first.mediaId, status: "READY" });
    const { results } = await sync(api, phone, [{ ...submitted, ...laden(fresh.uploadId) }]);
    expect(results).toMatchObject([{ status: "ACCEPTED" }]);
  });

  test("accepted operations update the canonical id map", async () => {
    const phone = await newPhone();
    const queue = queueOf(phone);
    const { results } = await sync(api, phone, queue);
    for (const [at, { canonicalIds }] of results.entries())
      expect(canonicalIds).toEqual([
        {
          localId: queue[at]?.payload["clientSessionId"],
          canonicalId: expect.any(String),
          entityType: "workout_session",
        },
      ]);
    const counted = results.at(-1)?.canonicalIds[0]?.canonicalId;
    const { workoutLogs } = await snapshot(api, phone);
    expect(workoutLogs).toMatchObject([{ sessionId: counted, status: "COMPLETED" }]);
  });

  test("rejected operations stay diagnosable without changing accepted state; raw access is audited", async () => {
    const phone = await newPhone();
    const draft = draftOf(phone.workout);
    const before = await taskOf(phone, phone.workout.taskId);
    const { results } = await sync(api, phone, [
      draft.start({ packageId: randomUUID() }),
      draft.sets([squats("one", 1_001)]),
      draft.submit([squats("one", 100, { completed: false })]),
      draft.op("workout.correct-session", { sets: [squats("one")] }),
      draft.op("workout.skip-exercise", { exerciseKey: "plank", reason: "BUSY" }),
    ]);
    expect(results.map(({ rejectionCode }) => rejectionCode)).toEqual([
      "PACKAGE_UNKNOWN",
      "VALUE_OUT_OF_RANGE",
      "INPUT_REQUIRED",
      "SESSION_NOT_SUBMITTED",
      "SKIP_NOT_ALLOWED",
    ]);
    for (const { message, diagnosticsRef } of results)
      expect([message, diagnosticsRef]).toEqual([expect.any(String), expect.any(String)]);
    expect(await taskOf(phone, phone.workout.taskId)).toEqual(before);
    expect((await snapshot(api, phone)).workoutLogs).toEqual([]);
    const path = `/api/v1/support/devices/${phone.deviceId}/rejected-operations`;
    const token = await supporter(api, issuer, "rejected-operations.read");
    const unreasoned = await api.call("GET", path, { token });
    expect(refusalOf(unreasoned)).toMatchObject({ code: "REASON_REQUIRED" });
    const { data } = await api.call("GET", path, { token, headers: REASON });
    expect(data).toMatchObject({ items: results.map(() => ({})) });
  });

  test("both app surfaces pass offline smoke coverage; a revoked device sends nothing", async () => {
    const phone = await newPhone();
    const { coachToken: token } = phone.pair;
    const deviceId = await registeredDevice(api, token, { appSurface: "COACH_MOBILE" });
    const queue = queueOf(phone);
    const byCoach = await sync(api, { ...phone, token, deviceId }, queue);
    expect(byCoach.results.map(({ rejectionCode }) => rejectionCode)).toEqual(
      queue.map(() => "ACTOR_NOT_ALLOWED"),
    );
    const byClient = await sync(api, phone, queue);
    expect(byClient.results.map(({ status }) => status)).toEqual(queue.map(() => "ACCEPTED"));
    await api.call("POST", `/api/v1/client/devices/${phone.deviceId}/revoke`, phone);
    expect(refusalOf(await send(api, phone, queue))).toMatchObject({ code: "DEVICE_REVOKED" });
    expect(refusalOf(await ask(api, phone))).toMatchObject({ code: "DEVICE_REVOKED" });
  });

  test("malformed diagnostics fail no operation", async () => {
    const phone = await newPhone();
    const { token, deviceId } = phone;
    const operations = queueOf(phone);
    const body = { deviceId, clientBatchId: randomUUID(), operations, outbox: "full" };
    const answer = await api.call("POST", "/api/v1/client/workout-sessions/sync", { token, body });
    expect(answer.data).toMatchObject({ batchStatus: "ACCEPTED", rejected: [], waiting: [] });
  });
});
