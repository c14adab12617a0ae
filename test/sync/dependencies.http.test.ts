import { afterAll, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { endpoints } from "../../api/endpoints.ts";
import { type Operation, syncAnswerSchema } from "../../contract/sync/schema.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { buildRelationship } from "../factories/accounts/identity.ts";
import { water } from "../factories/sync/phone-operations.ts";
import {
  buildPhone,
  type Phone,
  refusalOf,
  registeredDevice,
  send,
  snapshot,
  sync,
  syncPath,
} from "../factories/sync/phone.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/sync/features/plant-feature.ts";
import { queued } from "../factories/sync/sync.ts";
import { withFeatures } from "../factories/sync/features/with-features.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useApi } from "../harness/use-api.ts";

const withPlants = withFeatures([...operationFeatures, plantFeature()]);
const { api, issuer } = await useApi({
  database: await useOwnDatabase(),
  endpoints: endpoints.map(withPlants),
});

await createPlantTable(api.database.ownerUrl);
const onePhone = await buildPhone(api, issuer);
const owner = new Client({ connectionString: api.database.ownerUrl });
await owner.connect();
afterAll(async () => {
  await owner.end();
});

describe("a batch is malformed whose operations", () => {
  test.each([
    ["depend on themselves", [{ dependsOn: ["x0"] }], ["/operations/0/dependsOn"]],
    [
      "depend on each other",
      [{}, { dependsOn: ["x2"] }, { dependsOn: ["x1", "x0"] }],
      ["/operations/1/dependsOn", "/operations/2/dependsOn"],
    ],
    ["replace themselves", [{}, { resubmitOf: "x1" }], ["/operations/1/resubmitOf"]],
    [
      "depend on more than ten",
      [{ dependsOn: Array.from({ length: 11 }, (_, index) => `p${index}`) }],
      ["/operations/0/dependsOn"],
    ],
    ["name an invalid id", [{ dependsOn: ["with space"] }], ["/operations/0/dependsOn/0"]],
  ])("%s", async (_name, links, pointers) => {
    const operations = links.map((link, index) => named(`x${index}`, link));
    const answer = await send(api, onePhone, operations);
    expect(refusalOf(answer)).toEqual({ status: 400, code: "VALIDATION_FAILED", pointers });
    expect((await snapshot(api, onePhone)).receipts).toEqual([]);
  });
});

test("dependencies and replaced operations are not part of an operation's fingerprint", async () => {
  const fresh = await buildPhone(api, issuer);
  const tree = queued(PLANT, { localId: "tree" });
  const branch = queued(PLANT, { localId: "branch", ontoId: "local:tree" });
  const early = { ...branch, dependsOn: [tree.clientOperationId] };
  const [pending] = (await sync(api, fresh, [early])).results;
  expect(pending).toMatchObject({
    rejectionCode: "DEPENDENCY_PENDING",
    parentClientOperationId: tree.clientOperationId,
  });
  const accepted = await sync(api, fresh, [tree, early]);
  expect(accepted.results.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED"]);
  const again = await sync(api, fresh, [branch]);
  expect(again.results[0]).toEqual({ ...accepted.results[1], status: "ALREADY_ACCEPTED" });
});

test("the receipt of a child names its refused parent, in the read half too", async () => {
  const fresh = await buildPhone(api, issuer);
  const parent = queued(PLANT, { localId: "parent", outcome: "refused" });
  const child = queued(PLANT, { localId: "child" }, { dependsOn: [parent.clientOperationId] });
  const { results } = await sync(api, fresh, [parent, child]);
  const [receipt] = (await snapshot(api, fresh)).receipts;
  expect(receipt).toMatchObject({ ...results[1] });
  expect(receipt?.parentClientOperationId).toBe(parent.clientOperationId);
});

const plant = (localId: string) => queued(PLANT, { localId });

describe("a batch is judged in the order sent", () => {
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

  test("with the effects of earlier operations visible to later ones", async () => {
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

describe("a refusal in one scope never delays another", () => {
  /** A coach's phone with clients in every state, and a client of another coach. */
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

  test("and each scope gets its own answer: ended, foreign, paused, onboarding, active", async () => {
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

  test("even if the scope is locked: another device continues in its own scope", async () => {
    const blocked = await buildPhone(api, issuer);
    const free = await buildPhone(api, issuer);
    await owner.query("begin");
    await owner.query(
      "select 1 from relationship_scope where relationship_id = $1 for no key update",
      [blocked.relationshipId],
    );
    const waiting = send(api, blocked, [plant("held")]);
    const [accepted] = (await sync(api, free, [plant("free")])).results;
    expect(accepted?.status).toBe("ACCEPTED");
    await owner.query("rollback");
    expect(syncAnswerSchema.parse((await waiting).data).results[0]?.status).toBe("ACCEPTED");
  });

  test("even if an operation there is deferred", async () => {
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

function named(clientOperationId: string, links: Partial<Operation> = {}) {
  return {
    ...water(onePhone),
    clientOperationId,
    ...links,
  };
}
