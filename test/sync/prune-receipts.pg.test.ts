import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { verifyChain } from "../../contract/sync/receipts/verify-chain.ts";
import { findReceiptPage } from "../../db/sync/queries.ts";
import { listRefusedReceipts } from "../../db/sync/support/receipts/queries.ts";
import { sha256 } from "../../rules/sha256.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  buildReceipts,
  pruneAll,
  readChain,
  RECEIPTS_ARE_OLD,
  settleAll,
} from "../factories/sync/receipts/old-receipts.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildDevice,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const { em, superuserUrl, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 16 });
const deps = admissionDeps(em);
const superuser = await useClient(superuserUrl);

beforeEach(async () => {
  await moveClock(ownerUrl, 2 * RECEIPTS_ARE_OLD);
  await settleAll(em);
  await pruneAll(em);
  await moveClock(ownerUrl, 0);
});

const unknownTask = () => queued("quick-log.complete-task", { taskId: randomUUID() });

describe("a receipt of more than 400 days", () => {
  test("leaves a row of at most 74 bytes, and not a minute sooner", async () => {
    const scope = await buildScope(em);
    const { results } = await submit(deps, scope, [complete(scope), drink(scope), unknownTask()]);
    await age(RECEIPTS_ARE_OLD - 120);
    expect(await pruneAll(em)).toBe(0);
    await age();
    expect(await pruneAll(em)).toBe(3);
    expect(await pruneAll(em)).toBe(0);
    const { rows } = await superuser.query<{ size: number }>(
      `select pg_column_size(op_key) + pg_column_size(fingerprint) + pg_column_size(receipt_id)
            + coalesce(pg_column_size(canonical_id), 0) + coalesce(pg_column_size(revision), 0)
            + pg_column_size(verdict) as size
       from receipt where receipt_id = any($1) order by size desc`,
      [results.map(({ receiptId }) => receiptId)],
    );
    expect(rows).toHaveLength(3);
    expect(rows[0]?.size).toBeLessThanOrEqual(74);
  });

  test("is replayed with status, receipt, revision, canonical id, and refetch hints", async () => {
    const scope = await buildScope(em);
    const operations = [complete(scope), drink(scope), unknownTask()];
    const first = await submit(deps, scope, operations);
    await age();
    expect(await pruneAll(em)).toBe(3);
    const again = await submit(deps, scope, operations);
    const { relationshipId, deviceId } = scope;
    const path = `/api/v1/coach-client-relationships/${relationshipId}/sync?deviceId=${deviceId}`;
    const refetch = [{ entityType: "scope", entityId: relationshipId, path, reason: "CHANGED" }];
    const [accepted, valued, refused] = first.results;
    expect(again.results).toEqual([
      { ...accepted, status: "ALREADY_ACCEPTED", refetch },
      { ...valued, status: "ALREADY_ACCEPTED", refetch },
      { ...refused, refetch },
    ]);
    expect(valued?.canonicalIds).toMatchObject([{ localId: "glass-1" }]);
    expect((await readChain(em, deviceId)).chain.seq).toBe(3);
  });

  test("costs a replay no more statements than a full receipt", async () => {
    const scope = await buildScope(em);
    const operations = [complete(scope), drink(scope), unknownTask()];
    await submit(deps, scope, operations);
    const full = await recordStatements(() => submit(deps, scope, operations));
    await age();
    await pruneAll(em);
    // Once a minute a replay records that the device was here.
    await submit(deps, scope, operations);
    const buried = await recordStatements(() => submit(deps, scope, operations));
    expect(buried.statements).toEqual(full.statements);
  });

  test("refuses another operation under its id, with the stored receipt, and writes nothing", async () => {
    const scope = await buildScope(em);
    const operation = complete(scope);
    const { results } = await submit(deps, scope, [operation]);
    await age();
    await pruneAll(em);
    const changed = { ...unknownTask(), clientOperationId: operation.clientOperationId };
    const others = [changed, { ...operation, expectedRevision: 7 }];
    for (const other of others)
      expect((await submit(deps, scope, [other])).results).toMatchObject([
        {
          status: "REJECTED",
          rejectionCode: "OPERATION_ID_REUSED",
          receiptId: results[0]?.receiptId,
        },
      ]);
    expect(await readChain(em, scope.deviceId)).toMatchObject({ chain: { seq: 1 }, receipts: [] });
  });

  test("is replayed to the device that replaced its sender, and to no other", async () => {
    const scope = await buildScope(em);
    const installationId = randomUUID();
    const deviceId = await buildDevice(em, scope.clientUserId, installationId);
    const operation = unknownTask();
    const { results } = await submit(deps, { ...scope, deviceId }, [operation]);
    await age();
    await pruneAll(em);
    const next = await buildDevice(em, scope.clientUserId, installationId);
    const again = await submit(deps, { ...scope, deviceId: next }, [operation]);
    expect(again.results[0]?.receiptId).toBe(results[0]?.receiptId);
    const other = await submit(deps, scope, [operation]);
    expect(other.results[0]?.receiptId).not.toBe(results[0]?.receiptId);
  });

  test("waits for the settlement of its batch", async () => {
    const scope = await buildScope(em);
    await submit(deps, scope, [unknownTask()]);
    await moveClock(ownerUrl, RECEIPTS_ARE_OLD);
    expect(await pruneAll(em)).toBe(0);
    await settleAll(em);
    expect(await pruneAll(em)).toBe(1);
  });
});

describe("a receipt that stays full", () => {
  test("is a conflict until its scope ends", async () => {
    const scope = await buildScope(em);
    const { results } = await submit(deps, scope, [unknownTask(), stale(scope), unknownTask()]);
    expect(results[1]?.status).toBe("CONFLICT");
    await age();
    expect(await pruneAll(em)).toBe(2);
    const kept = await readChain(em, scope.deviceId);
    expect(kept).toMatchObject({ seqs: [2], faults: [], chain: { pruned: { seq: 3 } } });
    expect(await pruneAll(em)).toBe(0);
    await em
      .fork()
      .execute("update relationship set status = 'ENDED' where id = ?", [scope.relationshipId]);
    expect(await pruneAll(em)).toBe(1);
    expect(await readChain(em, scope.deviceId)).toMatchObject({ seqs: [], faults: [] });
  });

  test("is a conflict until an accepted operation replaces it", async () => {
    const scope = await buildScope(em);
    const conflict = stale(scope);
    await submit(deps, scope, [conflict]);
    await age();
    expect(await pruneAll(em)).toBe(0);
    const resubmitOf = conflict.clientOperationId;
    const refused = { ...unknownTask(), resubmitOf };
    await submit(deps, scope, [refused]);
    expect(await pruneAll(em)).toBe(0);
    const better = { ...complete(scope), resubmitOf: refused.clientOperationId };
    const { results } = await submit(deps, scope, [better]);
    expect(results[0]?.status).toBe("ACCEPTED");
    expect(await pruneAll(em)).toBe(1);
    expect(await readChain(em, scope.deviceId)).toMatchObject({ seqs: [3, 2], faults: [] });
  });

  test("is one that an audit row cites", async () => {
    const scope = await buildScope(em);
    const { results } = await submit(deps, scope, [unknownTask(), unknownTask()]);
    await cite(results[0]?.receiptId);
    await age();
    expect(await pruneAll(em)).toBe(1);
    expect(await readChain(em, scope.deviceId)).toMatchObject({ seqs: [1], faults: [] });
  });
});

describe("after its batch's answers were pruned", () => {
  test("a full receipt is replayed as it was answered, next to pruned ones", async () => {
    const scope = await buildScope(em);
    const operations = [unknownTask(), stale(scope), complete(scope)];
    const first = await submit(deps, scope, operations);
    await age();
    expect(await pruneAll(em)).toBe(2);
    const again = await submit(deps, scope, operations);
    expect(JSON.stringify(again.results[1])).toBe(JSON.stringify(first.results[1]));
    expect(again.results[0]).toMatchObject({
      ...first.results[0],
      refetch: [{ reason: "CHANGED" }],
    });
    const changed = { ...unknownTask(), clientOperationId: operations[1]?.clientOperationId ?? "" };
    expect((await submit(deps, scope, [changed])).results).toMatchObject([
      { rejectionCode: "OPERATION_ID_REUSED", receiptId: first.results[1]?.receiptId },
    ]);
  });

  test("a device's receipts are read page by page, refusals too, and none twice", async () => {
    const scope = await buildScope(em);
    for (const count of [3, 1, 2]) {
      await buildReceipts(em, scope, count);
      await submit(deps, scope, [drink(scope), stale(scope), stale(scope)]);
    }
    await age();
    for (const count of [1, 4, 2, 1]) {
      await buildReceipts(em, scope, count);
      await submit(deps, scope, [complete(scope), stale(scope)]);
    }
    await pruneAll(em);
    const { deviceId } = scope;
    const whole = await readChain(em, deviceId);
    expect(whole.faults).toEqual([]);
    expect(whole.seqs).toHaveLength(6 + 16);
    const refused = whole.receipts.filter(({ status }) => status !== "ACCEPTED");
    for (const limit of [1, 2, 3, 5, 7]) {
      const seqs = await pagesOf((before) =>
        findReceiptPage(em.fork(), { deviceId, before, limit }).then(({ receipts }) => receipts),
      );
      expect(seqs).toEqual(whole.seqs);
      const page = (before: number | null) =>
        listRefusedReceipts(em.fork(), { deviceId, before, limit });
      expect(await pagesOf(page)).toEqual(refused.map(({ chainSeq }) => chainSeq));
    }
  });
});

/** The chain positions on the pages, one after the other. */
async function pagesOf(
  read: (before: number | null) => Promise<readonly { readonly chainSeq: number }[]>,
): Promise<readonly number[]> {
  const seqs: number[] = [];
  for (;;) {
    const page = await read(seqs.at(-1) ?? null);
    if (page.length === 0) return seqs;
    seqs.push(...page.map(({ chainSeq }) => chainSeq));
  }
}

describe("the chain of the remaining receipts", () => {
  test("can be verified after every slice, and reveals a kept receipt that is missing or edited", async () => {
    const scope = await buildScope(em);
    await buildReceipts(em, scope, 8);
    await submit(deps, scope, [
      stale(scope),
      unknownTask(),
      stale(scope),
      stale(scope),
      unknownTask(),
    ]);
    await age();
    await buildReceipts(em, scope, 3);
    expect(await pruneAll(em)).toBe(10);
    const { chain, receipts, seqs, faults } = await readChain(em, scope.deviceId);
    expect(seqs).toEqual([16, 15, 14, 12, 11, 9]);
    expect(faults).toEqual([]);
    for (const [index, receipt] of receipts.entries()) {
      const without = receipts.toSpliced(index, 1);
      const edited = receipts.with(index, { ...receipt, message: "Another." });
      expect(await verifyChain(chain, without, sha256)).not.toEqual([]);
      expect(await verifyChain(chain, edited, sha256)).not.toEqual([]);
    }
  });

  test("continues where it was pruned to", async () => {
    const scope = await buildScope(em);
    await buildReceipts(em, scope, 2);
    await age();
    expect(await pruneAll(em)).toBe(2);
    await buildReceipts(em, scope, 2);
    const { receipts, chain, faults } = await readChain(em, scope.deviceId);
    expect({ seqs: receipts.map(({ chainSeq }) => chainSeq), faults }).toEqual({
      seqs: [4, 3],
      faults: [],
    });
    expect(receipts[1]?.previousHash).toBe(chain.pruned?.hash);
  });
});

function complete({ agenda }: BuiltScope) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id });
}

function drink({ agenda }: BuiltScope) {
  return queued("quick-log.record-value", {
    taskId: agenda.water.id,
    metricKind: "WATER",
    value: 300,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: "2026-01-05T08:00:00.000Z",
    localId: "glass-1",
  });
}

/** Conflicts: another phone changed its task meanwhile. */
function stale({ agenda }: BuiltScope) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id }, { expectedRevision: 0 });
}

async function age(seconds = RECEIPTS_ARE_OLD): Promise<void> {
  await settleAll(em);
  await moveClock(ownerUrl, seconds);
}

function cite(receiptId: string | null | undefined) {
  return em.fork().execute(
    `insert into support_access_audit
       (id, kind, receipt_id, actor, role, reason, request_id, created_at)
     values (gen_random_uuid(), 'RECEIPTS', ?, 'somebody', 'support', 'a question', 'x', now())`,
    [receiptId],
  );
}
