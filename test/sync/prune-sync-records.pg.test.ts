import { beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { pruneRecords } from "../../activities/privacy/prune-records.ts";
import { pruneRawPayloads } from "../../activities/sync/receipts/prune-raw-payloads.ts";
import { PRUNED_RECORDS, type PrunedRecords } from "../../contract/privacy/vocabulary.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { pruneAll, RECEIPTS_ARE_OLD, settleAll } from "../factories/sync/receipts/old-receipts.ts";
import { createPlantTable, PLANT, plantFeature } from "../factories/sync/features/plant-feature.ts";
import { DAY } from "../factories/privacy/prunable.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import {
  countReceipts,
  fullReceipts,
  storedRequests,
} from "../factories/sync/receipts/stored-receipts.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { retention } from "../../workers/retention.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em, [plantFeature(), ...operationFeatures]);
await createPlantTable(ownerUrl);

let scope: BuiltScope;
beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  scope = await buildScope(em);
});

const refusedPlant = () => plant({ localId: "refused", outcome: "refused" });

test("a batch stays after its content was pruned, because its receipts and history name its id", async () => {
  const operation = refusedPlant();
  const first = await submit(deps, scope, [operation]);
  await grownOld();
  expect(await pruneAll(em)).toBe(1);
  for (const records of PRUNED_RECORDS) await prune(records);
  expect(await countOf("sync_batch")).toBe(1);
  expect(await storedRequests(em, scope)).toEqual([]);
  expect(await fullReceipts(em, [scope.relationshipId])).toEqual([]);
  expect(await countReceipts(em, scope)).toBe(1);
  const again = await submit(deps, scope, [operation]);
  expect(again.results[0]?.receiptId).toBe(first.results[0]?.receiptId);
});

describe("a settled batch", () => {
  test("without a decision stays with its raw payload, and while an operation of it waits", async () => {
    await codesOf([plant({ localId: "waits", outcome: "crashes" })]);
    await settleAll(em);
    await moveClock(ownerUrl, RECEIPTS_ARE_OLD);
    expect(await prune("SYNC_BATCHES")).toBe(0);
    await grownOld();
    expect(await prune("SYNC_BATCHES")).toBe(0);
    await em.fork().execute("update deferred_operation set state = 'DONE'");
    expect(await prune("SYNC_BATCHES")).toBe(1);
  });

  test("is pruned, but never one that is not settled", async () => {
    await codesOf([plant({ localId: "waits", outcome: "crashes" })]);
    await em.fork().execute("update deferred_operation set state = 'DONE'");
    await moveClock(ownerUrl, RECEIPTS_ARE_OLD);
    while ((await pruneRawPayloads(em)).full);
    expect(await prune("SYNC_BATCHES")).toBe(0);
    await settleAll(em);
    expect(await prune("SYNC_BATCHES")).toBe(1);
  });
});

describe("the row that records a replacement", () => {
  test("is replaced by the tombstone once it is pruned: the operation is never done a second time", async () => {
    const refused = refusedPlant();
    await codesOf([refused]);
    const better = plant({ localId: "better" }, { resubmitOf: refused.clientOperationId });
    expect(await codesOf([better])).toEqual(["ACCEPTED"]);
    await grownOld();
    expect(await prune("REPLACEMENTS")).toBe(0);
    await pruneAll(em);
    expect(await prune("REPLACEMENTS")).toBe(1);
    expect(await countOf("operation_replacement")).toBe(0);
    const again = plant({ localId: "again" }, { resubmitOf: refused.clientOperationId });
    expect(await codesOf([again])).toEqual(["NOTHING_TO_RESUBMIT"]);
    expect(await codesOf([refused, better])).toEqual(["NOTHING_TO_COMPLETE", "ALREADY_ACCEPTED"]);
  });

  test("is replaced by the tombstones of the whole chain of replacements", async () => {
    const first = refusedPlant();
    await codesOf([first]);
    const second = plant(
      { localId: "second", outcome: "refused" },
      { resubmitOf: first.clientOperationId },
    );
    await codesOf([second]);
    const third = plant({ localId: "third" }, { resubmitOf: second.clientOperationId });
    expect(await codesOf([third])).toEqual(["ACCEPTED"]);
    expect(await countOf("operation_replacement")).toBe(2);
    await grownOld();
    await pruneAll(em);
    expect(await prune("REPLACEMENTS")).toBe(2);
    expect(await countOf("operation_replacement")).toBe(0);
    const late = [first, second].map(({ clientOperationId: resubmitOf }, index) =>
      plant({ localId: `late-${index}` }, { resubmitOf }),
    );
    expect(await codesOf(late)).toEqual(["NOTHING_TO_RESUBMIT", "NOTHING_TO_RESUBMIT"]);
  });

  test("stays while the receipt of the operation is full", async () => {
    const { results } = await submit(deps, scope, [refusedPlant()]);
    const [refused] = results;
    const resubmitOf = refused?.clientOperationId ?? "";
    await codesOf([plant({ localId: "better" }, { resubmitOf })]);
    await em.fork().execute(
      `insert into support_access_audit (id, kind, receipt_id, actor, role, reason, request_id, created_at)
       values (gen_random_uuid(), 'RECEIPTS', ?, 'x', 'support', 'x', 'x', now())`,
      [refused?.receiptId],
    );
    await grownOld();
    await pruneAll(em);
    expect(await prune("REPLACEMENTS")).toBe(0);
    expect(await codesOf([plant({ localId: "again" }, { resubmitOf })])).toEqual([
      "NOTHING_TO_RESUBMIT",
    ]);
  });

  test("is known to a resubmission that races with its pruning", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 20); round += 1) {
      await moveClock(ownerUrl, 0);
      scope = await buildScope(em);
      const refused = refusedPlant();
      await codesOf([refused]);
      const resubmitOf = refused.clientOperationId;
      await codesOf([plant({ localId: "better" }, { resubmitOf })]);
      await grownOld();
      await pruneAll(em);
      const again = () => codesOf([plant({ localId: `again-${round}` }, { resubmitOf })]);
      const [first, pruned, second] = await Promise.all([again(), prune("REPLACEMENTS"), again()]);
      expect([first, pruned, second]).toEqual([
        ["NOTHING_TO_RESUBMIT"],
        1,
        ["NOTHING_TO_RESUBMIT"],
      ]);
    }
  });
});

test("a purge order without an acknowledgement stays; a withdrawn one is pruned", async () => {
  const order = (column: string) =>
    em.fork().execute(
      `insert into purge_order (id, device_id, lineage_id, trigger, scope, scope_id, workspace_id,
         queue, ordered_at ${column === "" ? "" : `, ${column}`})
       select gen_random_uuid(), id, lineage_id, 'RELATIONSHIP_END', 'RELATIONSHIP',
         gen_random_uuid(), gen_random_uuid(), 'DELETE', clock_now() ${column === "" ? "" : ", clock_now()"}
       from device where id = ?`,
      [scope.deviceId],
    );
  await order("");
  await order("withdrawn_at");
  await moveClock(ownerUrl, 400 * DAY - 60);
  expect(await prune("PURGE_ORDERS")).toBe(0);
  await moveClock(ownerUrl, 400 * DAY + 60);
  expect(await prune("PURGE_ORDERS")).toBe(1);
  expect(await prune("PURGE_ORDERS")).toBe(0);
});

async function prune(records: PrunedRecords) {
  return (await pruneRecords({ em, retention }, { records })).deletedCount;
}

function plant(payload: object, links: Partial<Operation> = {}) {
  return queued(PLANT, { ...payload }, links);
}

async function codesOf(operations: readonly Operation[]) {
  return (await submit(deps, scope, operations)).results.map(
    ({ rejectionCode, status }) => rejectionCode ?? status,
  );
}

async function countOf(table: "sync_batch" | "operation_replacement"): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
    where relationship_id = ${scope.relationshipId}
  `.execute(em.fork().getKysely());
  return rows[0]?.count ?? 0;
}

/** 400 days later, after all regular pruning: payloads, and receipts where allowed. */
async function grownOld(): Promise<void> {
  await settleAll(em);
  await moveClock(ownerUrl, RECEIPTS_ARE_OLD);
  while ((await pruneRawPayloads(em)).full);
}
