import { beforeAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { settleDevice } from "../../activities/sync/settlement/settle-device.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/sync/features/plant-feature.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const GRAFT = "test.graft";
const features = [...operationFeatures, plantFeature(), plantFeature(GRAFT)];
const deps = admissionDeps(em, features);
beforeAll(() => createPlantTable(ownerUrl));

describe("a refused parent", () => {
  test("refuses its descendants by name, and no other operation", async () => {
    const scope = await buildScope(em);
    const parent = plant({ localId: "parent", outcome: "refused" });
    const child = plant({ localId: "child" }, after(parent));
    const grandchild = plant({ localId: "grandchild" }, after(child));
    const other = plant({ localId: "other" });
    const { results } = await submit(deps, scope, [parent, child, other, grandchild]);
    expect(results.map(({ rejectionCode, status }) => rejectionCode ?? status)).toEqual([
      "NOTHING_TO_COMPLETE",
      "DEPENDENCY_REFUSED",
      "ACCEPTED",
      "DEPENDENCY_REFUSED",
    ]);
    expect(results[1]).toMatchObject({
      category: "LIFECYCLE_CLOSED",
      receiptId: expect.any(String),
      parentClientOperationId: parent.clientOperationId,
      allowedResolutions: ["RESUBMIT", "DISCARD"],
      message: "An earlier entry that this one builds on was not saved.",
    });
    expect(results[3]?.parentClientOperationId).toBe(child.clientOperationId);
    expect(await plantsOf(scope)).toEqual(["other"]);
    const again = await submit(deps, scope, [grandchild, child]);
    expect(again.results).toEqual([results[3], results[1]]);
  });

  test("of an earlier batch refuses as well", async () => {
    const scope = await buildScope(em);
    const parent = plant({ localId: "parent", outcome: "refused" });
    await submit(deps, scope, [parent]);
    const { results } = await submit(deps, scope, [plant({ localId: "child" }, after(parent))]);
    expect(results[0]).toMatchObject({
      rejectionCode: "DEPENDENCY_REFUSED",
      parentClientOperationId: parent.clientOperationId,
    });
  });
});

describe("a parent that is not decided", () => {
  test("leaves its child pending while it is unknown, and releases it once it is accepted", async () => {
    const scope = await buildScope(em);
    const parent = plant({ localId: "parent" });
    const child = plant({ localId: "child" }, after(parent));
    for (const batch of [[child], [child, parent].slice(0, 1)]) {
      const { results } = await submit(deps, scope, batch);
      expect(results[0]).toMatchObject({
        status: "REFETCH_REQUIRED",
        rejectionCode: "DEPENDENCY_PENDING",
        category: "SERVER_REQUIRES_REFETCH",
        receiptId: null,
        parentClientOperationId: parent.clientOperationId,
        allowedResolutions: ["RETRY"],
      });
    }
    const { results } = await submit(deps, scope, [child, parent]);
    expect(results.map(({ status }) => status)).toEqual(["REFETCH_REQUIRED", "ACCEPTED"]);
    expect((await submit(deps, scope, [child])).results[0]?.status).toBe("ACCEPTED");
  });

  test("is deferred with its child, and both are finished in order once it is repaired", async () => {
    const scope = await buildScope(em);
    const parent = plant({ localId: "mended", outcome: "crashes once" });
    const child = plant({ localId: "child", ontoId: "local:mended" }, after(parent));
    const { results } = await submit(deps, scope, [parent, child, plant({ localId: "other" })]);
    expect(results.map(({ rejectionCode, status }) => rejectionCode ?? status)).toEqual([
      "TEMPORARILY_UNPROCESSED",
      "DEPENDENCY_PENDING",
      "ACCEPTED",
    ]);
    expect(results[1]).toMatchObject({ parentClientOperationId: parent.clientOperationId });
    const waiting = await submit(deps, scope, [child]);
    expect(waiting.results[0]).toMatchObject({
      rejectionCode: "DEPENDENCY_PENDING",
      diagnosticsRef: results[1]?.diagnosticsRef,
      parentClientOperationId: parent.clientOperationId,
    });
    await retry(scope);
    const { results: later } = await submit(deps, scope, [parent, child]);
    expect(later.map(({ status }) => status)).toEqual(["ALREADY_ACCEPTED", "ALREADY_ACCEPTED"]);
    expect(await plantsOf(scope)).toEqual(["other", "mended", "child onto mended"]);
  });

  test("of an earlier batch defers a later child too; its quarantine refuses the child", async () => {
    const scope = await buildScope(em);
    const parent = plant({ localId: "parent", outcome: "is not written" });
    const child = plant({ localId: "child" }, after(parent));
    await submit(deps, scope, [parent]);
    const { results } = await submit(deps, scope, [child]);
    expect(results[0]?.rejectionCode).toBe("DEPENDENCY_PENDING");
    for (let time = 0; time < 3; time += 1) await retry(scope);
    const { results: later } = await submit(deps, scope, [parent, child]);
    expect(later.map(({ rejectionCode }) => rejectionCode)).toEqual([
      "OPERATION_QUARANTINED",
      "DEPENDENCY_REFUSED",
    ]);
  });
});

describe("a local id", () => {
  test("is resolved in the batch of its creator, and later from the creator's receipt", async () => {
    const scope = await buildScope(em);
    const tree = plant({ localId: "tree" });
    const inBatch = plant({ localId: "branch", ontoId: "local:tree" }, after(tree));
    const first = await submit(deps, scope, [tree, inBatch]);
    expect(first.results.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED"]);
    const later = plant({ localId: "twig", ontoId: "local:branch" }, after(tree, inBatch));
    expect((await submit(deps, scope, [later])).results[0]?.status).toBe("ACCEPTED");
    expect(await plantsOf(scope)).toEqual(["tree", "branch onto tree", "twig onto branch"]);
  });

  test("that none of the parents created is refused for good", async () => {
    const scope = await buildScope(em);
    const tree = plant({ localId: "tree" });
    const { results } = await submit(deps, scope, [
      tree,
      plant({ localId: "a", ontoId: "local:bush" }, after(tree)),
      plant({ localId: "b", ontoId: "local:tree" }),
      queued("quick-log.complete-task", { taskId: "local:tree" }, after(tree)),
      plant({ localId: "c", ontoId: "tree" }, after(tree)),
    ]);
    expect(results.map(({ rejectionCode }) => rejectionCode)).toEqual([
      undefined,
      "LOCAL_ID_UNKNOWN",
      "LOCAL_ID_UNKNOWN",
      "DEPENDENCY_PENDING",
      "PAYLOAD_INVALID",
    ]);
  });

  test("created by another feature waits for the next batch", async () => {
    const scope = await buildScope(em);
    const tree = plant({ localId: "tree" });
    const graft = queued(GRAFT, { localId: "graft", ontoId: "local:tree" }, after(tree));
    const { results } = await submit(deps, scope, [tree, graft]);
    expect(results[1]?.rejectionCode).toBe("DEPENDENCY_PENDING");
    expect((await submit(deps, scope, [graft])).results[0]?.status).toBe("ACCEPTED");
    expect(await plantsOf(scope)).toEqual(["tree", "graft onto tree"]);
  });
});

test("a batch whose write fails is bisected with the same dependencies", async () => {
  const scope = await buildScope(em);
  const bad = plant({ localId: "bad", outcome: "is not written" });
  const tree = plant({ localId: "tree" });
  const crowd = Array.from({ length: 9 }, (_, index) =>
    plant({ localId: `crowd ${index}`, ontoId: "local:tree" }, after(tree)),
  );
  const { results } = await submit(deps, scope, [
    tree,
    ...crowd,
    bad,
    plant({ localId: "child" }, after(bad)),
    plant({ localId: "last", ontoId: "local:tree" }, after(tree)),
  ]);
  const codes = results.map(({ rejectionCode, status }) => rejectionCode ?? status);
  expect(codes.slice(-3)).toEqual(["TEMPORARILY_UNPROCESSED", "DEPENDENCY_PENDING", "ACCEPTED"]);
  expect(codes.slice(0, -3)).toEqual(Array.from({ length: 10 }, () => "ACCEPTED"));
  expect(await plantsOf(scope)).toHaveLength(11);
});

test("an operation that waited for another wakes its actor when that one is replaced", async () => {
  const scope = await buildScope(em);
  const parent = plant({ localId: "parent", outcome: "crashes" });
  const child = plant({ localId: "child" }, after(parent));
  await submit(deps, scope, [parent, child]);
  const wakes = async () => {
    const { rows } = await sql`select 1 from outbox
      where consumer = 'device-actor' and subject_id = ${scope.deviceId}`.execute(
      em.fork().getKysely(),
    );
    return rows.length;
  };
  // The actor was woken and settled: it waits until the parent's next try.
  await settleDevice(settlementDeps(em, [], features), scope);
  const before = await wakes();
  const { clientOperationId: resubmitOf } = parent;
  await submit(deps, scope, [plant({ localId: "better" }, { resubmitOf })]);
  expect(await wakes()).toBe(before + 1);
});

function plant(payload: Record<string, unknown>, links: Partial<Operation> = {}) {
  return queued(PLANT, payload, links);
}

function retry({ deviceId }: BuiltScope) {
  return settleAll(settlementDeps(em, [], features), { deviceId, retryNow: true });
}

function after(...parents: readonly Operation[]) {
  return {
    dependsOn: parents.map(({ clientOperationId }) => clientOperationId),
  };
}

async function plantsOf({ relationshipId }: BuiltScope) {
  const { rows } = await sql<{ localId: string; onto: string | null }>`
    select plant.local_id as "localId", onto.local_id as onto
    from test_plant plant left join test_plant onto on onto.id = plant.onto_id
    where plant.relationship_id = ${relationshipId} order by plant.id
  `.execute(em.fork().getKysely());
  return rows.map(({ localId, onto }) => (onto === null ? localId : `${localId} onto ${onto}`));
}
