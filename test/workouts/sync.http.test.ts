import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import {
  clientBatchSchema,
  sessionBatchAnswerSchema,
} from "../../contract/workouts/sync-schema.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { buildPhone, type Phone, refusalOf, registeredDevice } from "../factories/sync/phone.ts";
import { queued } from "../factories/sync/sync.ts";
import { type BuiltWorkout, draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import type { TestRequest } from "../harness/api.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();
let phone: Phone;
let workout: BuiltWorkout;

beforeEach(async () => {
  phone = await buildPhone(api, issuer);
  const { workspaceId } = phone.pair;
  workout = await putWorkout(api.deps.database.em, { ...phone, workspaceId, timezone: "UTC" });
});

const PATH = "/api/v1/client/workout-sessions/sync";

describe("POST .../workout-sessions/sync", () => {
  test("returns verdicts by the device's next step, with the session's id and the day to read", async () => {
    const [one, two] = [draftOf(workout), draftOf(workout)];
    const batch = [
      one.start(),
      one.submit(),
      two.submit(),
      one.sets([squats("x")], { packageId: randomUUID() }),
    ];
    const answer = await synced(batch);
    expect(answer.batchStatus).toBe("PARTIALLY_REJECTED");
    expect(idsOf(answer.accepted)).toEqual(idsOf(batch.slice(0, 2)));
    expect(idsOf(answer.conflicts)).toEqual(idsOf(batch.slice(2, 3)));
    expect(idsOf(answer.rejected)).toEqual(idsOf(batch.slice(3)));
    expect(answer.canonicalIds).toMatchObject([
      { localId: one.clientSessionId, entityType: "workout_session" },
      { localId: one.clientSessionId },
    ]);
    expect(answer.sessions).toMatchObject([
      {
        clientSessionId: one.clientSessionId,
        status: "SUBMITTED",
        performedFrom: "CURRENT",
        correctableUntil: expect.any(String),
        creditedTaskId: workout.taskId,
      },
    ]);
    expect(answer.conflicts[0]?.allowedResolutions).toEqual(["REFRESH", "DISCARD"]);
    expect(answer.refetch).toMatchObject([
      { entityType: "workout_conflict", path: expect.stringContaining("/conflicts?status=OPEN") },
      { entityType: "agenda_task", entityId: workout.taskId },
    ]);
    const again = await synced(batch);
    expect(idsOf(again.duplicates)).toEqual(idsOf(batch.slice(0, 2)));
  });

  test("ties a name to its operations: a part of them may be sent again, others may not", async () => {
    const draft = draftOf(workout);
    const clientBatchId = randomUUID();
    const batch = [draft.start(), draft.sets([squats("one")])];
    await synced(batch, { clientBatchId });
    expect((await synced(batch.slice(1), { clientBatchId })).batchStatus).toBe("ACCEPTED");
    const other = await post([draft.submit()], { clientBatchId });
    expect(other.status).toBe(422);
    expect(refusalOf(other)).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  test("accepts operations on sessions only, and none from a revoked device or an ended relationship", async () => {
    const habit = queued("quick-log.complete-task", { taskId: phone.agenda.habit.id });
    expect((await post([habit])).status).toBe(400);
    const draft = draftOf(workout);
    const foreign = await post([draft.start()], { deviceId: randomUUID() });
    expect(refusalOf(foreign)).toMatchObject({ code: "DEVICE_REVOKED" });
    await setRelationshipStatus(api.deps.database.em, phone.relationshipId, "ENDED");
    expect((await post([draft.start()])).status).toBe(404);
  });
});

describe("GET .../workout-sessions/sync/{clientBatchId}", () => {
  test("returns the outcome of a batch whose answer was lost, also after the phone was registered again", async () => {
    const [one, two] = [draftOf(workout), draftOf(workout)];
    const clientBatchId = randomUUID();
    const installationId = randomUUID();
    const deviceId = await registeredDevice(api, phone.token, { installationId });
    await post([one.submit(), two.submit()], { clientBatchId, deviceId });
    const known = clientBatchSchema.parse((await findBatch(clientBatchId, deviceId)).data);
    const anew = await registeredDevice(api, phone.token, { installationId });
    expect(anew).not.toBe(deviceId);
    expect(clientBatchSchema.parse((await findBatch(clientBatchId, anew)).data)).toEqual(known);
    expect(known).toMatchObject({
      batchStatus: "PARTIALLY_REJECTED",
      waiting: [],
      retryAfterSeconds: null,
      failureReason: null,
      sessions: [{ clientSessionId: one.clientSessionId, performedFrom: "CURRENT" }],
      receipts: [{ status: "ACCEPTED" }, { status: "CONFLICT" }],
      conflicts: [{ conflictCode: "SESSION_ALREADY_SUBMITTED" }],
    });
  });

  test("keeps the name of a batch without a decision", async () => {
    await setRelationshipStatus(api.deps.database.em, phone.relationshipId, "PAUSED");
    const clientBatchId = randomUUID();
    const operation = draftOf(workout).start();
    const sent = await synced([operation], { clientBatchId });
    expect(sent).toMatchObject({ batchStatus: "PENDING", waiting: [{ status: "SCOPE_LOCKED" }] });
    const known = clientBatchSchema.parse((await findBatch(clientBatchId)).data);
    expect(known).toMatchObject({ batchStatus: "PENDING", waiting: [operation.clientOperationId] });
  });

  test("finds neither a batch that never came nor one of another phone", async () => {
    expect((await findBatch(randomUUID())).status).toBe(404);
    const clientBatchId = randomUUID();
    await post([draftOf(workout).start()], { clientBatchId });
    const other = await registeredDevice(api, phone.token);
    expect((await findBatch(clientBatchId, other)).status).toBe(404);
  });
});

function post(operations: readonly unknown[], more: object = {}, request: TestRequest = {}) {
  const body = { deviceId: phone.deviceId, clientBatchId: randomUUID(), operations, ...more };
  return api.call("POST", PATH, { token: phone.token, body, ...request });
}

async function synced(operations: readonly Operation[], more: object = {}) {
  return sessionBatchAnswerSchema.parse((await post(operations, more)).data);
}

function findBatch(id: string, deviceId: string = phone.deviceId) {
  return api.call("GET", `${PATH}/${id}?deviceId=${deviceId}`, { token: phone.token });
}

function idsOf(results: readonly { readonly clientOperationId: string }[]) {
  return results.map(({ clientOperationId }) => clientOperationId);
}
