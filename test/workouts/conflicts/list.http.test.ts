import { beforeEach, describe, expect, test } from "@jest/globals";
import { settleConflict } from "../../../activities/workouts/conflicts/settle-conflict.ts";
import type { Operation, RefetchHint } from "../../../contract/sync/schema.ts";
import { pageSchema } from "../../../contract/wire.ts";
import { workoutConflictSchema } from "../../../contract/workouts/conflict-schema.ts";
import { clientBatchSchema } from "../../../contract/workouts/sync-schema.ts";
import { setRelationshipStatus } from "../../factories/accounts/identity.ts";
import {
  buildPhone,
  otherToken,
  type Phone,
  refusalOf,
  registeredDevice,
  snapshot,
  sync,
} from "../../factories/sync/phone.ts";
import {
  type BuiltWorkout,
  type Draft,
  draftOf,
  putPackage,
  putWorkout,
  squats,
} from "../../factories/workouts/workouts.ts";
import { tables } from "../../../db/tables.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi();
const stranger = await buildPhone(api, issuer);
let phone: Phone;
beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

const PATH = "/api/v1/client/workout-sessions/conflicts";
const OPEN = `${PATH}?status=OPEN`;
const page = pageSchema(workoutConflictSchema);
const em = () => api.deps.database.em;
const owner = () => ({ ...phone, workspaceId: phone.pair.workspaceId, timezone: "UTC" });

describe("GET .../workout-sessions/conflicts (docs/rooms/workouts.md#conflicts)", () => {
  test("shows a conflict that relationship sync raised as its hint says, with what the workouts route would have answered", async () => {
    const { operation, hints } = await refused();
    const hint = hints.find(({ entityType }) => entityType === "workout_conflict");
    expect(hint).toEqual({
      entityType: "workout_conflict",
      entityId: expect.any(String),
      path: OPEN,
      reason: "CHANGED",
    });
    const { items, nextCursor } = await list(hint?.path);
    expect([items.map(({ conflictId }) => conflictId), nextCursor]).toEqual([
      [hint?.entityId],
      null,
    ]);
    expect(items).toEqual(await answeredByWorkoutsRoute([operation]));
    expect(await list(hint?.path)).toEqual({ items, nextCursor: null });
  });

  test("a phone that lost its memory resolves a conflict with nothing but this answer", async () => {
    await refused();
    const [conflict] = (await list()).items;
    const { clientSessionId, frozenRevision } = conflict?.localReference ?? {};
    const body = {
      deviceId: phone.deviceId,
      resolution: conflict?.options[0],
      draft: { clientSessionId, frozenRevision },
    };
    const path = `${PATH}/${conflict?.conflictId ?? ""}/resolve`;
    const answer = await api.call("POST", path, { token: phone.token, body });
    expect(answer.status).toBe(200);
    expect((await list()).items).toEqual([]);
    expect((await list(`${PATH}?status=RESOLVED`)).items).toMatchObject([
      { conflictId: conflict?.conflictId, status: "RESOLVED", options: [], explanation: null },
    ]);
  });

  test("another phone of the client finds it too, and no answer has the refused content", async () => {
    await refused([{ ...squats("one"), setKey: "MARKER-set" }]);
    await registeredDevice(api, phone.token);
    const answer = await call(PATH);
    expect(page.parse(answer.data).items).toHaveLength(1);
    // Keys name what differs; values, notes and exertion stay where they are.
    expect(answer.text).not.toContain('"content"');
    expect(answer.text).not.toContain('"repetitions"');
  });

  test("returns each conflict once, newest first, page by page, and a cursor belongs to its query", async () => {
    for (let count = 0; count < 3; count += 1) await refused();
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const more = cursor === undefined ? "" : `&cursor=${cursor}`;
      const next = await list(`${OPEN}&limit=1${more}`);
      seen.push(...next.items.map(({ conflictId }) => conflictId));
      cursor = next.nextCursor;
    }
    expect(seen).toHaveLength(3);
    expect(seen).toEqual(seen.toSorted().toReversed());
    expect((await list(PATH)).items.map(({ conflictId }) => conflictId)).toEqual(seen);
    const { nextCursor } = await list(`${OPEN}&limit=1`);
    const invalid = { status: 400, code: "CURSOR_INVALID" };
    expect(refusalOf(await call(`${PATH}?cursor=${nextCursor}`))).toMatchObject(invalid);
    const foreign = await call(`${OPEN}&cursor=${nextCursor}`, stranger.token);
    expect(refusalOf(foreign)).toMatchObject(invalid);
  });

  test.each([
    ["an unknown status", "status=CLOSED"],
    ["a page of no rows", "limit=0"],
    ["a page of too many rows", "limit=101"],
    ["an unknown parameter", "color=red"],
    ["a status that is named twice", "status=OPEN&status=RESOLVED"],
  ])("refuses %s as malformed", async (_name, query) => {
    expect(refusalOf(await call(`${PATH}?${query}`))).toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
    });
  });

  test("is for the client alone: nobody, the coach and another client get nothing of it", async () => {
    await refused();
    expect((await api.call("GET", PATH)).status).toBe(401);
    const forbidden = { status: 403, code: "APP_ROLE_MISMATCH" };
    expect(refusalOf(await call(PATH, phone.pair.coachToken))).toMatchObject(forbidden);
    const inCoachApp = await otherToken(issuer, phone.pair.client, "COACH_MOBILE");
    expect(refusalOf(await call(PATH, inCoachApp))).toMatchObject(forbidden);
    expect(page.parse((await call(PATH, stranger.token)).data).items).toEqual([]);
  });

  test("is readable while the relationship is paused, and unknown after its end", async () => {
    await refused();
    await setRelationshipStatus(em(), phone.relationshipId, "PAUSED");
    expect((await list()).items).toHaveLength(1);
    await setRelationshipStatus(em(), phone.relationshipId, "ENDED");
    expect((await call(PATH)).status).toBe(404);
  });
});

describe("the changes of the read half", () => {
  test("lead another phone to a conflict that is raised, renewed, and ended by a choice", async () => {
    const { draft, operation } = await refused();
    let since = (await snapshot(api, phone)).serverCursor;
    const conflictHints = async () => {
      const { changes, serverCursor } = await snapshot(api, phone, { since });
      since = serverCursor;
      return changes.filter(({ entityType }) => entityType === "workout_conflict");
    };
    expect(await conflictHints()).toEqual([]);
    const again = draft.submit(undefined, {}, { resubmitOf: operation.clientOperationId });
    await sync(api, phone, [again]);
    const [conflict] = (await list()).items;
    const entityId = conflict?.conflictId ?? "";
    const hint = { entityType: "workout_conflict", entityId, path: OPEN, reason: "CHANGED" };
    expect(await conflictHints()).toEqual([hint]);
    const body = {
      deviceId: phone.deviceId,
      resolution: "REFRESH",
      draft: { clientSessionId: draft.clientSessionId, frozenRevision: 2 },
    };
    await api.call("POST", `${PATH}/${entityId}/resolve`, { token: phone.token, body });
    expect(await conflictHints()).toEqual([hint]);
    expect((await list()).items).toEqual([]);
  });

  test("lead to a conflict that an accepted operation ended, or that nobody chose about in time", async () => {
    const replaced = await refused();
    const late = await refused();
    const { serverCursor: since } = await snapshot(api, phone);
    const offered = await putPackage(em(), owner(), replaced.stopped);
    const operation = draftOf(offered, replaced.draft.clientSessionId).submit(
      undefined,
      {},
      { resubmitOf: replaced.operation.clientOperationId },
    );
    await sync(api, phone, [operation]);
    const [open] = (await list()).items;
    expect(open?.localReference.clientSessionId).toBe(late.draft.clientSessionId);
    await tables(em().fork())
      .updateTable("workoutConflict")
      .set({ expiresAt: new Date(0) })
      .where("id", "=", open?.conflictId ?? "")
      .execute();
    const { relationshipId } = phone;
    const { clientSessionId } = late.draft;
    await settleConflict(em().fork(), { relationshipId, clientSessionId });
    const { changes } = await snapshot(api, phone, { since });
    const ended = (await list(`${PATH}?status=RESOLVED`)).items;
    expect(new Set(ended.map(({ resolution }) => resolution))).toEqual(
      new Set(["EXPIRED", "RESUBMIT"]),
    );
    expect(idsOf(changes)).toEqual(ended.map(({ conflictId }) => conflictId).toSorted());
  });

  test("lead a coach's app to the issues of the sessions instead, which show no refused content", async () => {
    const coach = {
      ...phone,
      token: await otherToken(issuer, phone.pair.coach, "COACH_MOBILE"),
    };
    coach.deviceId = await registeredDevice(api, coach.token, { appSurface: "COACH_MOBILE" });
    const { serverCursor: since } = await snapshot(api, coach);
    await refused();
    const { changes } = await snapshot(api, coach, { since });
    const issues = `/api/v1/coach/relationships/${phone.relationshipId}/workout-sync-issues`;
    const found = changes.filter(({ entityType }) => entityType === "workout_conflict");
    expect(found.map(({ path }) => path)).toEqual([issues]);
    expect((await call(issues, coach.token)).status).toBe(200);
  });
});

test("a draft that one batch refuses and then discards has a hint, and no conflict behind it", async () => {
  const stopped = await putWorkout(em(), owner(), { supersededAt: new Date(), stopUse: true });
  const draft = draftOf(stopped);
  const { results } = await sync(api, phone, [
    draft.submit([squats("one")]),
    draft.op("workout.discard-session", { reason: null }),
  ]);
  const hints = results.flatMap(({ refetch }) => refetch);
  expect(hints.map(({ path }) => path)).toContain(OPEN);
  expect((await list()).items).toEqual([]);
});

interface Refused {
  readonly draft: Draft;
  readonly stopped: BuiltWorkout;
  readonly operation: Operation;
  readonly hints: readonly RefetchHint[];
}

/** A draft that relationship sync refuses, because the coach stopped its workout. */
async function refused(sets = [squats("one")]): Promise<Refused> {
  const stopped = await putWorkout(em(), owner(), { supersededAt: new Date(), stopUse: true });
  const draft = draftOf(stopped);
  const operation = draft.submit(sets);
  const { results } = await sync(api, phone, [operation]);
  return { draft, stopped, operation, hints: results.flatMap(({ refetch }) => refetch) };
}

function call(path: string, token = phone.token) {
  return api.call("GET", path, { token });
}

async function list(path = OPEN) {
  return page.parse((await call(path)).data);
}

/** The details that the workouts route answers when the same operations are sent there. */
async function answeredByWorkoutsRoute(operations: readonly Operation[]) {
  const clientBatchId = crypto.randomUUID();
  const { token, deviceId } = phone;
  const path = "/api/v1/client/workout-sessions/sync";
  await api.call("POST", path, { token, body: { deviceId, clientBatchId, operations } });
  const answer = await call(`${path}/${clientBatchId}?deviceId=${deviceId}`);
  return clientBatchSchema.parse(answer.data).conflictDetails;
}

const idsOf = (changes: readonly RefetchHint[]) =>
  changes
    .filter(({ entityType }) => entityType === "workout_conflict")
    .map(({ entityId }) => entityId)
    .toSorted();
