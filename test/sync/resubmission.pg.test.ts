import { beforeAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { pino } from "pino";
import { redriveOperation } from "../../activities/sync/support/redrive-operation.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { newId } from "../../db/platform/new-id.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/sync/features/plant-feature.ts";
import { quarantine } from "../factories/sync/quarantined.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildDevice,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { loadNothing } from "../factories/sync/features/with-copy.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const plants = plantFeature();
const features = [plants];
/** The same feature while it has a bug. */
const brokenPlants: typeof plants = {
  ...plants,
  load: loadNothing(() => {
    throw new TypeError("Every plant breaks");
  }),
};
const operator = { actor: "identity:x", role: "support", reason: "x", requestId: "test" } as const;
const deps = admissionDeps(em, features);
beforeAll(() => createPlantTable(ownerUrl));

describe("an operation that replaces a refused one", () => {
  test("is accepted once; a second one has nothing to replace", async () => {
    const scope = await buildScope(em);
    const refused = plant({ localId: "first", outcome: "refused" });
    await submit(deps, scope, [refused]);
    const better = inPlaceOf(refused, "better");
    const best = inPlaceOf(refused, "best");
    expect(await codesOf(scope, [better, best])).toEqual(["ACCEPTED", "NOTHING_TO_RESUBMIT"]);
    expect(await codesOf(scope, [inPlaceOf(refused, "third")])).toEqual(["NOTHING_TO_RESUBMIT"]);
    expect(await codesOf(scope, [refused, better])).toEqual([
      "NOTHING_TO_COMPLETE",
      "ALREADY_ACCEPTED",
    ]);
    expect(await plantsOf(scope)).toEqual(["better"]);
    expect(await replacedOf(scope)).toEqual([refused.clientOperationId]);
  });

  test("may be refused itself: then another one replaces that one, not the first", async () => {
    const scope = await buildScope(em);
    const refused = plant({ localId: "first", outcome: "refused" });
    await submit(deps, scope, [refused]);
    const worse = inPlaceOf(refused, "worse", { outcome: "refused" });
    expect(await codesOf(scope, [worse])).toEqual(["NOTHING_TO_COMPLETE"]);
    expect(await replacedOf(scope)).toEqual([refused.clientOperationId]);
    const { results } = await submit(deps, scope, [inPlaceOf(refused, "late")]);
    expect(results[0]).toMatchObject({
      status: "REJECTED",
      rejectionCode: "NOTHING_TO_RESUBMIT",
      parentClientOperationId: refused.clientOperationId,
      message: "This was already saved or sent again. Change the newest entry instead.",
    });
    expect(await codesOf(scope, [inPlaceOf(worse, "better")])).toEqual(["ACCEPTED"]);
    expect(await plantsOf(scope)).toEqual(["better"]);
  });

  test("has nothing to replace if that one was accepted", async () => {
    const scope = await buildScope(em);
    const accepted = plant({ localId: "done" });
    await submit(deps, scope, [accepted]);
    const { results } = await submit(deps, scope, [inPlaceOf(accepted, "again")]);
    expect(results.map(codeOf)).toEqual(["NOTHING_TO_RESUBMIT"]);
    expect(results[0]?.parentClientOperationId).toBe(accepted.clientOperationId);
    expect(await replacedOf(scope)).toEqual([]);
  });

  test("has its reference judged before its own content and its dependencies", async () => {
    const scope = await buildScope(em);
    const [accepted, refused] = [
      plant({ localId: "done" }),
      plant({ localId: "x", outcome: "refused" }),
    ];
    await submit(deps, scope, [accepted, refused]);
    const dependsOn = [refused.clientOperationId];
    const links = { resubmitOf: accepted.clientOperationId, dependsOn };
    const batch = [
      inPlaceOf(accepted, "misfit", { outcome: "odd" }),
      plant({ localId: "orphan" }, links),
    ];
    expect(await codesOf(scope, batch)).toEqual(["NOTHING_TO_RESUBMIT", "NOTHING_TO_RESUBMIT"]);
    const [misfit, orphan] = batch;
    if (misfit === undefined || orphan === undefined) throw new Error("Expected two refusals");
    expect(await codesOf(scope, [inPlaceOf(misfit, "again"), inPlaceOf(orphan, "again")])).toEqual([
      "NOTHING_TO_RESUBMIT",
      "NOTHING_TO_RESUBMIT",
    ]);
    expect(await plantsOf(scope)).toEqual(["done"]);
  });

  test("is judged by the verdict on the earlier one in the same batch", async () => {
    const scope = await buildScope(em);
    const refused = plant({ localId: "first", outcome: "refused" });
    const done = plant({ localId: "done" });
    const batch = [refused, inPlaceOf(refused, "better"), done, inPlaceOf(done, "again")];
    expect(await codesOf(scope, batch)).toEqual([
      "NOTHING_TO_COMPLETE",
      "ACCEPTED",
      "ACCEPTED",
      "NOTHING_TO_RESUBMIT",
    ]);
    expect(await plantsOf(scope)).toEqual(["better", "done"]);
    expect(await replacedOf(scope)).toEqual([refused.clientOperationId]);
  });

  test("waits if its own batch defers the earlier one", async () => {
    const scope = await buildScope(em);
    const broken = plant({ localId: "broken", outcome: "crashes once" });
    const better = inPlaceOf(broken, "better");
    expect(await codesOf(scope, [broken, better])).toEqual([
      "TEMPORARILY_UNPROCESSED",
      "DEPENDENCY_PENDING",
    ]);
    expect(await codesOf(scope, [better])).toEqual(["ACCEPTED"]);
    expect(await codesOf(scope, [broken])).toEqual(["OPERATION_SUPERSEDED"]);
  });
});

describe("an operation that replaces a deferred one", () => {
  test("closes it with a receipt in the same transaction, so that it is never done", async () => {
    const scope = await buildScope(em);
    const broken = plant({ localId: "resubmitted", outcome: "crashes once" });
    const child = plant({ localId: "child" }, { dependsOn: [broken.clientOperationId] });
    await submit(deps, scope, [broken, child]);
    const better = inPlaceOf(broken, "better");
    expect(await codesOf(scope, [better])).toEqual(["ACCEPTED"]);
    expect(await asidesOf(scope)).toEqual(["SUPERSEDED", "OPEN"]);
    const { results } = await submit(deps, scope, [broken]);
    expect(results[0]).toMatchObject({
      status: "REJECTED",
      rejectionCode: "OPERATION_SUPERSEDED",
      category: "LIFECYCLE_CLOSED",
      receiptId: expect.any(String),
    });
    await retry(scope);
    expect(await codesOf(scope, [broken, child])).toEqual([
      "OPERATION_SUPERSEDED",
      "DEPENDENCY_REFUSED",
    ]);
    expect(await plantsOf(scope)).toEqual(["better"]);
  });

  test("closes it even if it is refused itself, and is the one to replace from then on", async () => {
    const scope = await buildScope(em);
    const broken = plant({ localId: "left", outcome: "crashes once" });
    await submit(deps, scope, [broken]);
    const worse = inPlaceOf(broken, "worse", { outcome: "refused" });
    await submit(deps, scope, [worse]);
    expect(await asidesOf(scope)).toEqual(["SUPERSEDED"]);
    await retry(scope);
    expect(await codesOf(scope, [broken])).toEqual(["OPERATION_SUPERSEDED"]);
    expect(await codesOf(scope, [inPlaceOf(broken, "late")])).toEqual(["NOTHING_TO_RESUBMIT"]);
    expect(await codesOf(scope, [inPlaceOf(worse, "better")])).toEqual(["ACCEPTED"]);
    expect(await plantsOf(scope)).toEqual(["better"]);
  });

  test("is done at most once if it crashes itself", async () => {
    const scope = await buildScope(em);
    const broken = plant({ localId: "one", outcome: "crashes once" });
    await submit(deps, scope, [broken]);
    const other = inPlaceOf(broken, "two", { outcome: "crashes once" });
    expect(await codesOf(scope, [other])).toEqual(["TEMPORARILY_UNPROCESSED"]);
    expect(await asidesOf(scope)).toEqual(["SUPERSEDED", "OPEN"]);
    await retry(scope);
    expect(await codesOf(scope, [broken, other])).toEqual([
      "OPERATION_SUPERSEDED",
      "ALREADY_ACCEPTED",
    ]);
    expect(await plantsOf(scope)).toEqual(["two"]);
  });
});

describe("one of the operations that replace each other is accepted", () => {
  const refused = (links: Partial<Operation> = {}) =>
    plant({ localId: `refused-${newId()}`, outcome: "refused" }, links);
  const after = ({ clientOperationId: resubmitOf }: Operation) => ({ resubmitOf });

  test("with every link of the chain", async () => {
    const scope = await buildScope(em);
    const first = refused();
    await submit(deps, scope, [first]);
    const second = refused(after(first));
    await submit(deps, scope, [second]);
    const third = refused(after(second));
    await submit(deps, scope, [third]);
    expect(await codesOf(scope, [inPlaceOf(third, "done")])).toEqual(["ACCEPTED"]);
    const late = [first, second, third].map((link, index) => inPlaceOf(link, `late-${index}`));
    for (const again of late)
      expect(await codesOf(scope, [again])).toEqual(["NOTHING_TO_RESUBMIT"]);
    expect(await plantsOf(scope)).toEqual(["done"]);
    const ids = [first, second, third].map(({ clientOperationId }) => clientOperationId);
    expect((await replacedOf(scope)).toSorted()).toEqual(ids.toSorted());
  });

  test("without branches of the chain, in one batch or in two", async () => {
    for (const batches of [1, 2]) {
      const scope = await buildScope(em);
      const root = refused();
      await submit(deps, scope, [root]);
      const branches = [refused(after(root)), refused(after(root))];
      expect(await codesOf(scope, branches)).toEqual([
        "NOTHING_TO_COMPLETE",
        "NOTHING_TO_RESUBMIT",
      ]);
      const leaves = branches.map((branch, index) => inPlaceOf(branch, `leaf-${index}`));
      const codes =
        batches === 1
          ? await codesOf(scope, leaves)
          : [
              ...(await codesOf(scope, leaves.slice(0, 1))),
              ...(await codesOf(scope, leaves.slice(1))),
            ];
      expect(codes).toEqual(["ACCEPTED", "NOTHING_TO_RESUBMIT"]);
      expect(await codesOf(scope, [inPlaceOf(root, "late")])).toEqual(["NOTHING_TO_RESUBMIT"]);
      expect(await plantsOf(scope)).toEqual(["leaf-0"]);
    }
  });

  test("with a quarantine between, re-driven or sent again", async () => {
    for (const way of ["driven again", "sent anew"]) {
      const scope = await buildScope(em);
      const first = refused();
      await submit(deps, scope, [first]);
      const localId = `broken-${way}`;
      const broken = plant({ localId, outcome: "crashes once" }, after(first));
      await submit(deps, scope, [broken]);
      await quarantine(em, broken.clientOperationId, [brokenPlants]);
      const [{ receiptId } = { receiptId: null }] = (await submit(deps, scope, [broken])).results;
      const log = pino({ level: "silent" });
      if (way === "driven again") {
        const redrive = { receiptId: receiptId ?? "", operator, features, log };
        const { result } = await transact(em, (tx) => redriveOperation(tx, redrive));
        expect(result.status).toBe("ACCEPTED");
      } else expect(await codesOf(scope, [inPlaceOf(broken, localId)])).toEqual(["ACCEPTED"]);
      for (const link of [first, broken])
        expect(await codesOf(scope, [inPlaceOf(link, "late")])).toEqual(["NOTHING_TO_RESUBMIT"]);
      expect(await plantsOf(scope)).toEqual([localId]);
    }
  });

  test("while the deferred ones are closed with it", async () => {
    const scope = await buildScope(em);
    const first = plant({ localId: "leaf", outcome: "crashes once" });
    await submit(deps, scope, [first]);
    const second = plant({ localId: "twig", outcome: "crashes once" }, after(first));
    await submit(deps, scope, [second]);
    expect(await codesOf(scope, [inPlaceOf(second, "three")])).toEqual(["ACCEPTED"]);
    expect(await asidesOf(scope)).toEqual(["SUPERSEDED", "SUPERSEDED"]);
    await retry(scope);
    expect(await codesOf(scope, [first, second])).toEqual([
      "OPERATION_SUPERSEDED",
      "OPERATION_SUPERSEDED",
    ]);
    expect(await plantsOf(scope)).toEqual(["three"]);
  });

  test("even if the first was deferred and would be accepted after all", async () => {
    const scope = await buildScope(em);
    const first = plant({ localId: "root", outcome: "crashes once" });
    await submit(deps, scope, [first]);
    const second = refused(after(first));
    await submit(deps, scope, [second]);
    await retry(scope);
    expect(await codesOf(scope, [inPlaceOf(second, "three")])).toEqual(["ACCEPTED"]);
    expect(await codesOf(scope, [first])).toEqual(["OPERATION_SUPERSEDED"]);
    expect(await plantsOf(scope)).toEqual(["three"]);
  });
});

test("a phone that names an operation of another phone replaces nothing of that phone", async () => {
  const scope = await buildScope(em);
  const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
  const refused = plant({ localId: "first", outcome: "refused" });
  await submit(deps, scope, [refused]);
  expect(await codesOf(other, [inPlaceOf(refused, "theirs")])).toEqual(["ACCEPTED"]);
  expect(await codesOf(scope, [inPlaceOf(refused, "ours")])).toEqual(["ACCEPTED"]);
});

function plant(payload: Record<string, unknown>, links: Partial<Operation> = {}) {
  return queued(PLANT, payload, links);
}

function inPlaceOf({ clientOperationId }: Operation, localId: string, more: object = {}) {
  return plant({ localId, ...more }, { resubmitOf: clientOperationId });
}

function codeOf({ rejectionCode, status }: { rejectionCode?: string | undefined; status: string }) {
  return rejectionCode ?? status;
}

function retry({ deviceId }: BuiltScope) {
  return settleAll(settlementDeps(em, [], features), { deviceId, retryNow: true });
}

async function codesOf(scope: BuiltScope, operations: readonly Operation[]) {
  return (await submit(deps, scope, operations)).results.map(codeOf);
}

async function columnOf<T>(query: ReturnType<typeof sql<{ value: T }>>): Promise<readonly T[]> {
  const { rows } = await query.execute(em.fork().getKysely());
  return rows.map(({ value }) => value);
}

function plantsOf({ relationshipId }: BuiltScope) {
  return columnOf<string>(sql`
    select local_id as value from test_plant where relationship_id = ${relationshipId} order by id`);
}

function asidesOf({ relationshipId }: BuiltScope) {
  return columnOf<string>(sql`
    select state as value from deferred_operation where relationship_id = ${relationshipId}
    order by ordinal`);
}

function replacedOf({ relationshipId }: BuiltScope) {
  return columnOf<string>(sql`
    select client_operation_id as value from operation_replacement
    where relationship_id = ${relationshipId}`);
}
