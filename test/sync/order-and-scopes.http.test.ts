import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { quickLogFeature } from "../../activities/quick-log/quick-log-feature.ts";
import { endpoints } from "../../api/endpoints.ts";
import { syncAnswerSchema, type Operation } from "../../contract/sync/schema.ts";
import { buildRelationship } from "../factories/identity.ts";
import {
  buildPhone,
  type Phone,
  registeredDevice,
  refusalOf,
  send,
  sync,
  syncPath,
} from "../factories/phone.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/plant-feature.ts";
import { queued } from "../factories/sync.ts";
import { withFeatures } from "../factories/with-features.ts";
import { type TestApi, startApi } from "../harness/api.ts";
import { type TestIssuer, startTestIssuer } from "../harness/test-issuer.ts";

let issuer: TestIssuer;
let api: TestApi;
let owner: Client;

beforeAll(async () => {
  issuer = await startTestIssuer();
  const withPlants = withFeatures([quickLogFeature, plantFeature()]);
  api = await startApi({ issuer: issuer.issuer, endpoints: endpoints.map(withPlants) });
  await createPlantTable(api.database.ownerUrl);
  owner = new Client({ connectionString: api.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await api.close();
  await issuer.close();
});

const plant = (localId: string) => queued(PLANT, { localId });

describe("A batch is judged in the order sent", () => {
  const habitOf = ({ agenda }: Phone) => agenda.habit.id;
  const complete = (phone: Phone, more: Partial<Operation> = {}) =>
    queued("quick-log.complete-task", { taskId: habitOf(phone) }, more);
  const skip = (phone: Phone, more: Partial<Operation> = {}) =>
    queued("quick-log.skip", { taskId: habitOf(phone), reason: "BUSY" }, more);
  const codesOf = async (phone: Phone, operations: readonly Operation[]) =>
    (await sync(api, phone, operations)).results.map(
      ({ rejectionCode, status }) => rejectionCode ?? status,
    );

  test("whatever the device's own sequence and clock say", async () => {
    const late = { localSequence: 9, clientRecordedAt: "2026-02-02T00:00:00.000Z" };
    const early = { localSequence: 1, clientRecordedAt: "2020-01-01T00:00:00.000Z" };
    const one = await buildPhone(api, issuer);
    expect(await codesOf(one, [complete(one, late), skip(one, early)])).toEqual([
      "ACCEPTED",
      "TASK_CLOSED",
    ]);
    const other = await buildPhone(api, issuer);
    expect(await codesOf(other, [skip(other, early), complete(other, late)])).toEqual([
      "ACCEPTED",
      "TASK_CLOSED",
    ]);
  });

  test("and an operation sees what the ones before it did", async () => {
    const phone = await buildPhone(api, issuer);
    const done = complete(phone);
    const undo = queued("quick-log.undo", {
      taskId: habitOf(phone),
      undoesClientOperationId: done.clientOperationId,
    });
    const batch = [undo, done, { ...undo, clientOperationId: "undo" }, skip(phone)];
    expect(await codesOf(phone, batch)).toEqual([
      "UNDO_TARGET_UNKNOWN",
      "ACCEPTED",
      "ACCEPTED",
      "ACCEPTED",
    ]);
  });
});

describe("A refusal in one scope never delays another", () => {
  /** A coach's phone that works for clients in every state, and a client of somebody else. */
  async function buildPractice() {
    const phone = await buildPhone(api, issuer);
    const { coach, coachToken: token } = phone.pair;
    const { em } = api.deps.database;
    const appSurface = "COACH_MOBILE";
    const deviceId = await registeredDevice(api, token, { appSurface });
    const foreign = await buildPhone(api, issuer);
    const relationshipIn = async (status: "ONBOARDING" | "PAUSED" | "ENDED") =>
      (await buildRelationship(em, { coach, status })).relationshipId;
    return {
      token,
      deviceId,
      scopes: {
        ended: await relationshipIn("ENDED"),
        foreign: foreign.relationshipId,
        paused: await relationshipIn("PAUSED"),
        onboarding: await relationshipIn("ONBOARDING"),
        active: phone.relationshipId,
      },
    };
  }

  const submit = (who: { token: string; deviceId: string }, scope: string, localId: string) => {
    const body = { deviceId: who.deviceId, operations: [plant(localId)] };
    return api.call("POST", syncPath(scope), { token: who.token, body });
  };

  test("ended, foreign, paused, onboarding, active: each scope answers for itself", async () => {
    const coach = await buildPractice();
    const { ended, foreign, paused, onboarding, active } = coach.scopes;
    for (const scope of [ended, foreign])
      expect(refusalOf(await submit(coach, scope, "x"))).toMatchObject({ status: 404 });
    for (const [scope, scopeState, status] of [
      [paused, "PAUSED", "SCOPE_LOCKED"],
      [onboarding, "ONBOARDING", "ACCEPTED"],
      [active, "ACTIVE", "ACCEPTED"],
    ] as const) {
      const answer = syncAnswerSchema.parse((await submit(coach, scope, "x")).data);
      expect(answer).toMatchObject({ scopeState, results: [{ status }] });
    }
  });

  test("nor does one that something else holds: another device goes on in the next", async () => {
    const held = await buildPhone(api, issuer);
    const free = await buildPhone(api, issuer);
    await owner.query("begin");
    await owner.query(
      "select 1 from relationship_scope where relationship_id = $1 for no key update",
      [held.relationshipId],
    );
    const waiting = send(api, held, [plant("held")]);
    const [accepted] = (await sync(api, free, [plant("free")])).results;
    expect(accepted?.status).toBe("ACCEPTED");
    await owner.query("rollback");
    expect(syncAnswerSchema.parse((await waiting).data).results[0]?.status).toBe("ACCEPTED");
  });

  test("and what is deferred in one is no matter in another", async () => {
    const coach = await buildPractice();
    const { active, onboarding } = coach.scopes;
    const bad = queued(PLANT, { localId: "bad", outcome: "crashes" });
    const body = { deviceId: coach.deviceId, operations: [bad, plant("good")] };
    const { token } = coach;
    const first = await api.call("POST", syncPath(active), { token, body });
    expect(syncAnswerSchema.parse(first.data).results.map(({ status }) => status)).toEqual([
      "REFETCH_REQUIRED",
      "ACCEPTED",
    ]);
    const child = queued(PLANT, { localId: "c" }, { dependsOn: [bad.clientOperationId] });
    const elsewhere = { deviceId: coach.deviceId, operations: [plant("here"), child] };
    const second = await api.call("POST", syncPath(onboarding), { token, body: elsewhere });
    expect(
      syncAnswerSchema
        .parse(second.data)
        .results.map(({ rejectionCode, status }) => rejectionCode ?? status),
    ).toEqual(["ACCEPTED", "DEPENDENCY_PENDING"]);
  });
});
