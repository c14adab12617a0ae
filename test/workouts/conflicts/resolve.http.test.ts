import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import * as z from "zod";
import type { Operation } from "../../../contract/sync/schema.ts";
import { resolvedConflictSchema } from "../../../contract/workouts/conflict-schema.ts";
import {
  clientBatchSchema,
  sessionBatchAnswerSchema,
} from "../../../contract/workouts/sync-schema.ts";
import { setRelationshipStatus } from "../../factories/accounts/identity.ts";
import { buildPhone, type Phone, refusalOf } from "../../factories/sync/phone.ts";
import { conflictsOf, conflictEvents } from "../../factories/workouts/workout-conflicts.ts";
import {
  type BuiltWorkout,
  type Draft,
  draftOf,
  LEG_DAY,
  putPackage,
  putWorkout,
  squats,
} from "../../factories/workouts/workouts.ts";
import { campaignSize } from "../../harness/campaign.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;

beforeEach(async () => {
  phone = await buildPhone(api, issuer);
});

const problemSchema = z.object({
  code: z.string(),
  errors: z.array(z.object({ code: z.string() })),
  allowedResolutions: z.array(z.string()),
});
const ROUNDS = campaignSize("RACE_ROUNDS", 3);
const SYNC = "/api/v1/client/workout-sessions/sync";
const em = () => api.deps.database.em;
const owner = () => ({ ...phone, workspaceId: phone.pair.workspaceId, timezone: "UTC" });

const codeOf = async (answer: ReturnType<typeof post>) => refusalOf(await answer).code;

describe("a conflict is explained", () => {
  test("in the answer that brings it, and in a query by its batch: the differences and the choices", async () => {
    const stopped = await putWorkout(em(), owner(), { supersededAt: new Date(), stopUse: true });
    const exercises = LEG_DAY.day.exercises
      .filter(({ exerciseKey }) => exerciseKey === "pull")
      .map((pull) => ({
        ...pull,
        sets: pull.sets.map((set) => ({ ...set, repetitions: 3 })),
      }));
    const snapshot = { ...LEG_DAY, day: { ...LEG_DAY.day, exercises } };
    const offered = await putPackage(em(), owner(), { ...stopped, snapshot });
    const draft = draftOf(stopped);
    const submit = draft.submit([squats("one")]);
    const clientBatchId = randomUUID();
    const { conflictDetails } = await sync([submit], clientBatchId);
    expect(conflictDetails).toMatchObject([
      {
        kind: "SNAPSHOT_SUPERSEDED",
        status: "OPEN",
        options: ["REFRESH", "RESUBMIT", "DISCARD"],
        localReference: {
          clientSessionId: draft.clientSessionId,
          clientOperationId: submit.clientOperationId,
          frozenRevision: 1,
        },
        serverReference: { sessionId: null, packageId: offered.packageId },
        explanation: {
          comparedWith: "OFFERED_WORKOUT",
          exercises: ["plank", "run", "squat"].map((exerciseKey) => ({
            exerciseKey,
            difference: "ONLY_IN_DRAFT",
          })),
          sets: [{ setKey: "one", exerciseKey: "squat", difference: "ONLY_IN_DRAFT" }],
          targets: [{ exerciseKey: "pull", parts: ["sets"] }],
        },
      },
    ]);
    const path = `${SYNC}/${clientBatchId}?deviceId=${phone.deviceId}`;
    const asked = clientBatchSchema.parse(
      (await api.call("GET", path, { token: phone.token })).data,
    );
    expect(asked.conflictDetails).toEqual(conflictDetails);
  });
});

describe("POST .../workout-sessions/conflicts/{conflictId}/resolve", () => {
  test("REFRESH deletes the refused content, and the draft may continue; a repetition returns the same", async () => {
    const conflict = await refused();
    const offered = await putPackage(em(), owner(), conflict.stopped);
    const answer = await resolved(conflict, "REFRESH");
    expect(answer).toMatchObject({
      conflict: { status: "RESOLVED", resolution: "REFRESH", options: [], explanation: null },
      receipts: [],
      packages: [{ packageId: offered.packageId }],
      task: { taskId: conflict.stopped.taskId, status: "PENDING" },
      session: null,
    });
    expect(await resolved(conflict, "REFRESH")).toEqual(answer);
    expect(await codeOf(resolve(conflict, "DISCARD"))).toBe("STATE_CONFLICT");
    const events = await conflictEvents(em(), conflict.draft.clientSessionId);
    expect(events.filter(({ type }) => type === "WorkoutSyncConflictResolved")).toHaveLength(2);
    const again = draftOf(offered, conflict.draft.clientSessionId);
    expect((await sync([again.submit()])).batchStatus).toBe("ACCEPTED");
  });

  test("DISCARD runs the operation that discards the draft, under the phone's id", async () => {
    const conflict = await refused();
    const operationIds = [randomUUID()];
    const answer = await resolved(conflict, "DISCARD", { operationIds });
    expect(answer).toMatchObject({
      conflict: { resolution: "DISCARD" },
      receipts: [{ clientOperationId: operationIds[0], operationType: "workout.discard-session" }],
      session: { status: "DISCARDED", frozenRevision: null },
    });
    expect(await resolved(conflict, "DISCARD", { operationIds })).toEqual(answer);
    expect((await sync([conflict.draft.submit()])).rejected).toHaveLength(1);
    const unnamed = await refused();
    expect((await resolved(unnamed, "DISCARD")).receipts).toHaveLength(1);
  });

  test("RESUBMIT needs an accepted operation that replaces the refused one", async () => {
    const conflict = await refused();
    const offered = await putPackage(em(), owner(), conflict.stopped);
    const again = draftOf(offered, conflict.draft.clientSessionId);
    const operation = again.submit(undefined, {}, { resubmitOf: conflict.refusedId });
    const operationIds = [operation.clientOperationId];
    expect(await codeOf(resolve(conflict, "RESUBMIT", { operationIds }))).toBe("STATE_CONFLICT");
    await sync([operation]);
    const other = { operationIds: [conflict.refusedId] };
    expect(await codeOf(resolve(conflict, "RESUBMIT", other))).toBe("STATE_CONFLICT");
    const answer = await resolved(conflict, "RESUBMIT", { operationIds });
    expect(answer).toMatchObject({
      conflict: { resolution: "RESUBMIT" },
      receipts: [{ clientOperationId: operation.clientOperationId, status: "ACCEPTED" }],
      task: { status: "COMPLETED" },
      session: { status: "SUBMITTED", performedFrom: "CURRENT" },
    });
    expect(await resolved(conflict, "RESUBMIT", { operationIds })).toEqual(answer);
  });

  test("RESUBMIT accepts a submit under a new session and for another task, and the answer shows both", async () => {
    const conflict = await refused();
    const replacement = await putWorkout(em(), owner());
    const operation = draftOf(replacement).submit(
      undefined,
      {},
      { resubmitOf: conflict.refusedId },
    );
    const operationIds = [operation.clientOperationId];
    const { canonicalIds } = await sync([operation]);
    const answer = await resolved(conflict, "RESUBMIT", { operationIds });
    expect(answer).toMatchObject({
      conflict: { status: "RESOLVED", resolution: "RESUBMIT" },
      receipts: [{ clientOperationId: operation.clientOperationId, status: "ACCEPTED" }],
      task: { taskId: replacement.taskId, status: "COMPLETED" },
      session: { sessionId: canonicalIds[0]?.canonicalId, status: "SUBMITTED" },
    });
    expect(await resolved(conflict, "RESUBMIT", { operationIds })).toEqual(answer);
  });

  test("a refused choice returns the reason, and the possible choices", async () => {
    const conflict = await refused();
    const problemOf = async (resolution: string, more: object = {}) => {
      const { body } = await resolve(conflict, resolution, more);
      const { code, errors, allowedResolutions } = problemSchema.parse(body);
      return { code, faults: errors.map((error) => error.code), allowedResolutions };
    };
    const all = ["REFRESH", "RESUBMIT", "DISCARD"];
    const code = "STATE_CONFLICT";
    const operationIds = [randomUUID()];
    const unsent = { code, faults: ["NOT_RESUBMITTED"], allowedResolutions: all };
    expect(await problemOf("RESUBMIT", { operationIds })).toEqual(unsent);
    const { clientSessionId } = conflict.draft;
    const stranger = { draft: { clientSessionId: randomUUID(), frozenRevision: 1 } };
    const foreign = { code, faults: ["OTHER_DRAFT"], allowedResolutions: all };
    expect(await problemOf("REFRESH", stranger)).toEqual(foreign);
    await setRelationshipStatus(em(), phone.relationshipId, "PAUSED");
    const paused = { code, faults: ["NOT_DONE"], allowedResolutions: all };
    expect(await problemOf("DISCARD")).toEqual(paused);
    await setRelationshipStatus(em(), phone.relationshipId, "ACTIVE");
    const { refusedId: resubmitOf, draft } = conflict;
    await sync([draft.submit(undefined, {}, { resubmitOf })]);
    const older = { code, faults: ["OLDER_DRAFT"], allowedResolutions: all };
    expect(await problemOf("REFRESH")).toEqual(older);
    const newest = { draft: { clientSessionId, frozenRevision: 2 } };
    expect((await resolve(conflict, "REFRESH", newest)).status).toBe(200);
    const over = { code, faults: ["ALREADY_RESOLVED"], allowedResolutions: ["REFRESH"] };
    expect(await problemOf("DISCARD", newest)).toEqual(over);
  });

  test("a choice that its kind does not allow is RESOLUTION_NOT_ALLOWED", async () => {
    const canceled = await putWorkout(em(), owner(), { task: { status: "CANCELED" } });
    const draft = draftOf(canceled);
    const { conflictDetails } = await sync([draft.submit()]);
    const body = choice({ draft }, "RESUBMIT", { operationIds: [randomUUID()] });
    expect(await codeOf(post(conflictDetails[0]?.conflictId ?? "", body))).toBe(
      "RESOLUTION_NOT_ALLOWED",
    );
  });

  test("an older draft than the one refused last, and another draft, are STATE_CONFLICT", async () => {
    const conflict = await refused();
    const { draft, refusedId: resubmitOf } = conflict;
    await sync([draft.submit(undefined, {}, { resubmitOf })]);
    expect(await codeOf(resolve(conflict, "REFRESH"))).toBe("STATE_CONFLICT");
    const { clientSessionId } = draft;
    const stranger = { draft: { clientSessionId: randomUUID(), frozenRevision: 2 } };
    expect(await codeOf(resolve(conflict, "REFRESH", stranger))).toBe("STATE_CONFLICT");
    const newest = { draft: { clientSessionId, frozenRevision: 2 } };
    expect((await resolve(conflict, "REFRESH", newest)).status).toBe(200);
  });

  test("an unauthenticated, malformed or foreign request has no effect", async () => {
    const conflict = await refused();
    const { conflictId } = conflict;
    const body = choice(conflict, "REFRESH");
    const path = `/api/v1/client/workout-sessions/conflicts/${conflictId}/resolve`;
    expect((await api.call("POST", path, { body })).status).toBe(401);
    expect((await resolve(conflict, "RESUBMIT")).status).toBe(400);
    const twice = { operationIds: [randomUUID(), randomUUID()] };
    expect((await resolve(conflict, "DISCARD", twice)).status).toBe(400);
    expect((await resolve(conflict, "KEEP")).status).toBe(400);
    expect(await codeOf(resolve(conflict, "REFRESH", { deviceId: randomUUID() }))).toBe(
      "DEVICE_REVOKED",
    );
    expect((await post(randomUUID(), body)).status).toBe(404);
    const mine = phone;
    phone = await buildPhone(api, issuer);
    expect((await resolve(conflict, "REFRESH")).status).toBe(404);
    phone = mine;
    expect(await stateOf(conflict)).toEqual([null]);
  });

  test("while the relationship is paused no draft is discarded; after its end there is none", async () => {
    const conflict = await refused();
    await setRelationshipStatus(em(), phone.relationshipId, "PAUSED");
    expect(await codeOf(resolve(conflict, "DISCARD"))).toBe("STATE_CONFLICT");
    await setRelationshipStatus(em(), phone.relationshipId, "ENDED");
    expect((await resolve(conflict, "REFRESH")).status).toBe(404);
  });

  test("a choice that races with a further receipt applies to the last refusal, or is refused", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const conflict = await refused();
      const { draft, refusedId: resubmitOf } = conflict;
      const [answer] = await Promise.all([
        resolve(conflict, "REFRESH"),
        sync([draft.submit(undefined, {}, { resubmitOf })]),
      ]);
      const states = await stateOf(conflict);
      // If the choice came first, the receipt opens another conflict; if the receipt came first, the choice is
      // outdated.
      expect(states).toEqual(answer.status === 200 ? ["REFRESH", null] : [null]);
      expect([200, 409]).toContain(answer.status);
    }
  });

  test("of two concurrent choices one takes effect", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const conflict = await refused();
      const answers = await Promise.all([
        resolve(conflict, "REFRESH"),
        resolve(conflict, "DISCARD"),
      ]);
      const [won, ...others] = answers.filter(({ status }) => status === 200);
      expect(others).toEqual([]);
      const { conflict: resolvedConflict } = resolvedConflictSchema.parse(won?.data);
      expect(await stateOf(conflict)).toEqual([resolvedConflict.resolution]);
    }
  });
});

async function sync(operations: readonly Operation[], clientBatchId: string = randomUUID()) {
  const body = { deviceId: phone.deviceId, clientBatchId, operations };
  const answer = await api.call("POST", SYNC, { token: phone.token, body });
  return sessionBatchAnswerSchema.parse(answer.data);
}

interface Refused {
  readonly draft: Draft;
  readonly stopped: BuiltWorkout;
  readonly conflictId: string;
  readonly refusedId: string;
}

/** A draft that was refused because the coach stopped its workout. */
async function refused(sets = [squats("one")]): Promise<Refused> {
  const stopped = await putWorkout(em(), owner(), { supersededAt: new Date(), stopUse: true });
  const draft = draftOf(stopped);
  const operation = draft.submit(sets);
  const { conflictDetails } = await sync([operation]);
  const conflictId = conflictDetails[0]?.conflictId ?? "";
  return { draft, stopped, conflictId, refusedId: operation.clientOperationId };
}

function post(conflictId: string, body: unknown) {
  return api.call("POST", `/api/v1/client/workout-sessions/conflicts/${conflictId}/resolve`, {
    token: phone.token,
    body,
  });
}

function choice({ draft }: Pick<Refused, "draft">, resolution: string, more: object = {}) {
  return {
    deviceId: phone.deviceId,
    resolution,
    draft: { clientSessionId: draft.clientSessionId, frozenRevision: 1 },
    ...more,
  };
}

function resolve(conflict: Refused, resolution: string, more: object = {}) {
  return post(conflict.conflictId, choice(conflict, resolution, more));
}

async function resolved(conflict: Refused, resolution: string, more: object = {}) {
  return resolvedConflictSchema.parse((await resolve(conflict, resolution, more)).data);
}

async function stateOf({ draft }: Refused) {
  return (await conflictsOf(em(), draft.clientSessionId)).map(({ resolution }) => resolution);
}
