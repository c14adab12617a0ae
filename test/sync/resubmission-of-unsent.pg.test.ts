import { beforeAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { listBatchEvents } from "../../activities/sync/receipts/list-batch-events.ts";
import type { Operation, OperationResult } from "../../contract/sync/schema.ts";
import { batchIdOf } from "../../db/platform/new-id.ts";
import { tables } from "../../db/tables.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/sync/features/plant-feature.ts";
import { fullReceipts } from "../factories/sync/receipts/stored-receipts.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const features = [plantFeature()];
const deps = admissionDeps(em, features);
beforeAll(() => createPlantTable(ownerUrl));

const codeOf = ({ rejectionCode, status }: OperationResult) => rejectionCode ?? status;

describe("an operation that replaces one without a receipt (docs/rooms/sync.md#dependencies)", () => {
  test("is judged at once; the original is refused as replaced when it arrives, whatever its content", async () => {
    const scope = await buildScope(em);
    const original = plant({ localId: "late" });
    const [better] = await send(scope, inPlaceOf(original, "better"));
    expect(better?.status).toBe("ACCEPTED");
    const { clientOperationId } = original;
    const [refused] = await send(scope, original);
    expect(refused).toMatchObject({
      clientOperationId,
      status: "REJECTED",
      rejectionCode: "OPERATION_SUPERSEDED",
      receiptId: expect.any(String),
    });
    const changed = plant({ localId: "other" }, { clientOperationId });
    expect(await send(scope, changed)).toEqual([refused]);
    expect(await send(scope, original)).toEqual([refused]);
    expect(await plantsOf(scope)).toEqual(["better"]);
  });

  test("reserves the id even if it is refused itself: only the newest may be replaced", async () => {
    const scope = await buildScope(em);
    const original = plant({ localId: "late" });
    const worse = inPlaceOf(original, "worse", { outcome: "refused" });
    expect(await codesOf(scope, worse)).toEqual(["NOTHING_TO_COMPLETE"]);
    expect(await codesOf(scope, original, inPlaceOf(original, "branch"))).toEqual([
      "OPERATION_SUPERSEDED",
      "NOTHING_TO_RESUBMIT",
    ]);
    expect(await codesOf(scope, inPlaceOf(worse, "better"))).toEqual(["ACCEPTED"]);
    expect(await plantsOf(scope)).toEqual(["better"]);
  });

  test("reserves nothing if it is retryable: the original is judged when it arrives", async () => {
    const scope = await buildScope(em);
    const original = plant({ localId: "first" });
    const dependsOn = ["of-nobody"];
    const early = plant(
      { localId: "early" },
      { resubmitOf: original.clientOperationId, dependsOn },
    );
    expect(await codesOf(scope, early)).toEqual(["DEPENDENCY_PENDING"]);
    expect(await codesOf(scope, original)).toEqual(["ACCEPTED"]);
  });

  test("refuses the original behind it in the same batch, and its descendants", async () => {
    const scope = await buildScope(em);
    const original = plant({ localId: "late" });
    const child = plant({ localId: "child" }, { dependsOn: [original.clientOperationId] });
    const better = inPlaceOf(original, "better");
    expect(await codesOf(scope, better, original, child)).toEqual([
      "ACCEPTED",
      "OPERATION_SUPERSEDED",
      "DEPENDENCY_REFUSED",
    ]);
    expect(await plantsOf(scope)).toEqual(["better"]);
    const { clientOperationId } = original;
    const changed = plant({ localId: "other" }, { clientOperationId });
    expect(await codesOf(scope, original, changed, child)).toEqual([
      "OPERATION_SUPERSEDED",
      "OPERATION_SUPERSEDED",
      "DEPENDENCY_REFUSED",
    ]);
  });

  test("replaces an operation of the same batch that was retryable", async () => {
    const scope = await buildScope(em);
    const original = plant({ localId: "late" }, { dependsOn: ["of-nobody"] });
    expect(await codesOf(scope, original, inPlaceOf(original, "better"))).toEqual([
      "DEPENDENCY_PENDING",
      "ACCEPTED",
    ]);
    expect(await codesOf(scope, original)).toEqual(["OPERATION_SUPERSEDED"]);
    expect(await plantsOf(scope)).toEqual(["better"]);
  });

  test("leaves a receipt of the original on the device's chain, in the language of its request", async () => {
    const scope = await buildScope(em);
    const original = plant({ localId: "late" });
    const metadata = { locale: "de-DE" };
    const links = { resubmitOf: original.clientOperationId, metadata };
    await send(scope, plant({ localId: "better" }, links));
    const receipts = await fullReceipts(em, [scope.relationshipId]);
    const replaced = receipts.find(
      ({ clientOperationId }) => clientOperationId === original.clientOperationId,
    );
    expect(replaced).toMatchObject({
      status: "REJECTED",
      code: "OPERATION_SUPERSEDED",
      locale: "de-DE",
    });
    const [replayed] = await send(scope, original);
    expect(replayed).toEqual(JSON.parse(replaced?.answer ?? ""));
    // It was refused before it was sent, so no event reports it.
    const batchId = batchIdOf(replaced?.receiptId ?? "");
    expect((await listBatchEvents(em.fork(), features, [batchId])).get(batchId) ?? []).toEqual([]);
    const batch = await tables(em.fork())
      .selectFrom("syncBatch")
      .select(["operationCount", "acceptedCount", "rejectedCount"])
      .where("id", "=", batchId)
      .executeTakeFirstOrThrow();
    expect(batch).toEqual({ operationCount: 1, acceptedCount: 1, rejectedCount: 1 });
  });

  test("is refused as a tombstone once the answers of its batch are pruned", async () => {
    const scope = await buildScope(em);
    const original = plant({ localId: "late" });
    await send(scope, inPlaceOf(original, "better"));
    await tables(em.fork())
      .deleteFrom("syncAnswers")
      .where("batchId", "in", (query) =>
        query
          .selectFrom("syncBatch")
          .select("id")
          .where("relationshipId", "=", scope.relationshipId),
      )
      .execute();
    expect(await codesOf(scope, original)).toEqual(["OPERATION_SUPERSEDED"]);
  });
});

describe("three operations that replace each other and arrive in another order (docs/rooms/sync.md#dependencies)", () => {
  /** The third names only the second, as a phone does that knows of no chain. */
  function chainOfThree() {
    const first = plant({ localId: "first" });
    const second = inPlaceOf(first, "second");
    return { first, second, third: inPlaceOf(second, "third") };
  }
  const declared = ({ clientOperationId }: Operation): Partial<Operation> => ({
    resubmitChain: [clientOperationId],
  });

  test("accept the newest alone when they arrive backwards, one by one and replayed", async () => {
    const scope = await buildScope(em);
    const { first, second, third } = chainOfThree();
    expect(await codesOf(scope, third)).toEqual(["ACCEPTED"]);
    expect(await codesOf(scope, second)).toEqual(["OPERATION_SUPERSEDED"]);
    expect(await codesOf(scope, second)).toEqual(["OPERATION_SUPERSEDED"]);
    expect(await codesOf(scope, first)).toEqual(["OPERATION_SUPERSEDED"]);
    expect(await codesOf(scope, first, second, third)).toEqual([
      "OPERATION_SUPERSEDED",
      "OPERATION_SUPERSEDED",
      "ALREADY_ACCEPTED",
    ]);
    expect(await plantsOf(scope)).toEqual(["third"]);
  });

  test("accept the newest alone when the first comes before the second in a later batch", async () => {
    const scope = await buildScope(em);
    const { first, second, third } = chainOfThree();
    await send(scope, third);
    expect(await codesOf(scope, first, second)).toEqual([
      "OPERATION_SUPERSEDED",
      "OPERATION_SUPERSEDED",
    ]);
    expect(await plantsOf(scope)).toEqual(["third"]);
  });

  test("close the first if it waits for a retry, once the second arrives", async () => {
    const scope = await buildScope(em);
    const first = plant({ localId: "broken first", outcome: "crashes once" });
    const second = inPlaceOf(first, "second");
    await send(scope, first);
    await send(scope, inPlaceOf(second, "third"));
    expect(await codesOf(scope, second)).toEqual(["OPERATION_SUPERSEDED"]);
    expect(await codesOf(scope, first)).toEqual(["OPERATION_SUPERSEDED"]);
    expect(await plantsOf(scope)).toEqual(["third"]);
  });

  test("allow no branch at a first that was refused before the second arrived", async () => {
    const scope = await buildScope(em);
    const first = plant({ localId: "first", outcome: "refused" });
    const second = inPlaceOf(first, "second");
    await send(scope, first);
    await send(scope, inPlaceOf(second, "third"));
    await send(scope, second);
    expect(await codesOf(scope, inPlaceOf(first, "branch"))).toEqual(["NOTHING_TO_RESUBMIT"]);
    expect(await plantsOf(scope)).toEqual(["third"]);
  });

  test("close the first even while the relationship is paused", async () => {
    const scope = await buildScope(em);
    const { first, second, third } = chainOfThree();
    await send(scope, third);
    await setRelationshipStatus(em, scope.relationshipId, "PAUSED");
    expect(await codesOf(scope, second)).toEqual(["OPERATION_SUPERSEDED"]);
    await setRelationshipStatus(em, scope.relationshipId, "ACTIVE");
    expect(await codesOf(scope, first)).toEqual(["OPERATION_SUPERSEDED"]);
  });

  test.each([
    ["the first was accepted and the second lost", ["first", "third", "second"], "first"],
    ["the third overtakes both and the first comes next", ["third", "first", "second"], "third"],
  ] as const)(
    "accept one when the third names its chain and %s",
    async (_case, order, accepted) => {
      const scope = await buildScope(em);
      const { first, second, third } = chainOfThree();
      const sent = { first, second, third: { ...third, ...declared(first) } };
      for (const name of order) await send(scope, sent[name]);
      expect(await plantsOf(scope)).toEqual([accepted]);
    },
  );

  test("replace a refused second by a third that names both", async () => {
    const scope = await buildScope(em);
    const { first } = chainOfThree();
    const second = inPlaceOf(first, "second", { outcome: "refused" });
    const third = { ...inPlaceOf(second, "third"), ...declared(first) };
    expect(await codesOf(scope, second)).toEqual(["NOTHING_TO_COMPLETE"]);
    expect(await codesOf(scope, third, first)).toEqual(["ACCEPTED", "OPERATION_SUPERSEDED"]);
    expect(await plantsOf(scope)).toEqual(["third"]);
  });
});

describe("the original and its replacement, at once", () => {
  test("are accepted once if a third names the whole chain, whichever comes first", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 6); round += 1) {
      const scope = await buildScope(em);
      const first = plant({ localId: "first" });
      const second = inPlaceOf(first, "second");
      const resubmitChain = [first.clientOperationId];
      const third = { ...inPlaceOf(second, "third"), resubmitChain };
      await Promise.all([third, second, first].map((operation) => send(scope, operation)));
      const codes = await codesOf(scope, first, second, third);
      expect(codes.filter((code) => code === "ALREADY_ACCEPTED")).toHaveLength(1);
      expect(await plantsOf(scope)).toHaveLength(1);
    }
  });

  test("are accepted at most once, whichever comes first", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 12); round += 1) {
      const scope = await buildScope(em);
      const original = plant({ localId: "original" });
      const better = inPlaceOf(original, "better");
      const sent = round % 2 === 0 ? [original, better] : [better, original];
      const results = await Promise.all(
        sent.map(async (operation) => await codesOf(scope, operation)),
      );
      const accepted = results.flat().filter((code) => code === "ACCEPTED");
      expect(accepted).toHaveLength(1);
      const again = await codesOf(scope, original, better);
      expect([
        ["ALREADY_ACCEPTED", "NOTHING_TO_RESUBMIT"],
        ["OPERATION_SUPERSEDED", "ALREADY_ACCEPTED"],
      ]).toContainEqual(again);
      expect(await plantsOf(scope)).toHaveLength(1);
    }
  });
});

function plant(payload: Record<string, unknown>, links: Partial<Operation> = {}) {
  return queued(PLANT, payload, links);
}

function inPlaceOf({ clientOperationId }: Operation, localId: string, more: object = {}) {
  return plant({ localId, ...more }, { resubmitOf: clientOperationId });
}

async function send(scope: BuiltScope, ...operations: readonly Operation[]) {
  return (await submit(deps, scope, operations)).results;
}

async function codesOf(scope: BuiltScope, ...operations: readonly Operation[]) {
  return (await send(scope, ...operations)).map(codeOf);
}

async function plantsOf({ relationshipId }: BuiltScope): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select local_id as id from test_plant where relationship_id = ${relationshipId} order by id
  `.execute(em.fork().getKysely());
  return rows.map(({ id }) => id);
}
