import { beforeAll, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import pino from "pino";
import type { OperationFeature } from "../../activities/sync/operation-feature.ts";
import { redriveOperation } from "../../activities/sync/support/redrive-operation.ts";
import { newId } from "../../db/platform/new-id.ts";
import { listQuarantine } from "../../db/sync/support/quarantine/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  createNoteTable,
  KEEP_NOTE,
  noteFeature,
} from "../factories/sync/features/note-feature.ts";
import { buildQuarantined, crashingFeatures, quarantine } from "../factories/sync/quarantined.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { fullReceipts } from "../factories/sync/receipts/stored-receipts.ts";
import { SyncBatch } from "../../db/sync/sync-batch.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const lines: string[] = [];
const log = pino({ level: "trace" }, { write: (line: string) => lines.push(line) });
beforeAll(() => createNoteTable(ownerUrl));

const operator = { actor: "identity:x", role: "support", reason: "Ticket 12" } as const;

describe("a re-driven operation whose rule still crashes", () => {
  test("is deferred again under its own id, and retried and quarantined like any other", async () => {
    const scope = await buildScope(em);
    const operation = skip(scope.agenda.meal.id);
    const first = await buildQuarantined(em, scope, operation);
    lines.length = 0;
    const { result } = await redrive(first, crashingFeatures);
    expect(result).toMatchObject({
      status: "REFETCH_REQUIRED",
      rejectionCode: "TEMPORARILY_UNPROCESSED",
      receiptId: null,
    });
    const { clientOperationId: ownId } = result;
    expect(await asidesOf(scope.relationshipId)).toMatchObject([
      { clientOperationId: operation.clientOperationId, state: "QUARANTINED", redrivenAs: ownId },
      { clientOperationId: ownId, state: "OPEN", attempts: 1, redrivenAs: null },
    ]);
    expect(lines.join("")).toContain(result.diagnosticsRef);
    expect(lines.join("")).not.toContain("secret");
    const again = await redrive(first, operationFeatures);
    expect(again.result).toMatchObject({
      clientOperationId: ownId,
      rejectionCode: "TEMPORARILY_UNPROCESSED",
      diagnosticsRef: result.diagnosticsRef,
    });
    await quarantine(em, ownId, crashingFeatures);
    const { result: refused } = await redrive(first, operationFeatures);
    expect(refused).toMatchObject({
      clientOperationId: ownId,
      rejectionCode: "OPERATION_QUARANTINED",
    });
    const page = await listQuarantine(em.fork(), { afterId: null, limit: 10 });
    expect(page.map(({ receiptId }) => receiptId)).toEqual([refused.receiptId]);
    const mended = await redrive(refused.receiptId ?? "", operationFeatures);
    expect(mended.result).toMatchObject({ status: "ACCEPTED", acceptedRevision: 2 });
    expect(await listQuarantine(em.fork(), { afterId: null, limit: 10 })).toEqual([]);
    const redriven = await redrive(first, operationFeatures);
    expect(redriven.result).toEqual({ ...mended.result, status: "ALREADY_ACCEPTED" });
    const links = { clientOperationId: newId(), resubmitOf: operation.clientOperationId };
    const resent = await submit(admissionDeps(em), scope, [{ ...operation, ...links }]);
    expect(resent.results[0]?.rejectionCode).toBe("NOTHING_TO_RESUBMIT");
  });

  test("whose write fails is deferred alone, and leaves nothing", async () => {
    const scope = await buildScope(em);
    const { feature } = noteFeature();
    const operation = queued(KEEP_NOTE, { text: "note", fault: "write" });
    await submit(admissionDeps(em, [feature]), scope, [operation]);
    await quarantine(em, operation.clientOperationId, [feature]);
    const page = await listQuarantine(em.fork(), { afterId: null, limit: 10 });
    const { result } = await redrive(page[0]?.receiptId ?? "", [feature]);
    expect(result.rejectionCode).toBe("TEMPORARILY_UNPROCESSED");
    const { rows } = await sql`
      select from test_note where relationship_id = ${scope.relationshipId}
    `.execute(em.fork().getKysely());
    expect(rows).toEqual([]);
  });
});

describe("an operation of an unknown type", () => {
  test("stays in quarantine until its type is known", async () => {
    const scope = await buildScope(em);
    const receiptId = await buildQuarantined(em, scope, skip(scope.agenda.meal.id));
    await expect(redrive(receiptId, [])).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    expect(await asidesOf(scope.relationshipId)).toMatchObject([
      { state: "QUARANTINED", redrivenAs: null },
    ]);
    const { result } = await redrive(receiptId, operationFeatures);
    expect(result.status).toBe("ACCEPTED");
  });
});

describe("a re-driven operation and its device's resubmission of it", () => {
  const resubmission = (taskId: string, resubmitOf: string) =>
    queued("quick-log.skip", { taskId, reason: "OTHER" }, { resubmitOf });

  test("are never both accepted, whichever comes first", async () => {
    for (const supportIsFirst of [true, false]) {
      const scope = await buildScope(em);
      const operation = skip(scope.agenda.meal.id);
      const first = await buildQuarantined(em, scope, operation);
      const { clientOperationId } = operation;
      const again = resubmission(scope.agenda.meal.id, clientOperationId);
      const bySupport = async () => (await redrive(first, operationFeatures)).result;
      const byDevice = async () => (await submit(admissionDeps(em), scope, [again])).results[0];
      const tries = supportIsFirst ? [bySupport, byDevice] : [byDevice, bySupport];
      expect(await tries[0]?.()).toMatchObject({ status: "ACCEPTED" });
      expect(await tries[1]?.()).toMatchObject({
        rejectionCode: "NOTHING_TO_RESUBMIT",
        parentClientOperationId: clientOperationId,
      });
    }
  });
});

const HOUR = 3_600_000;

test("a re-driven operation keeps the time of its device's clock, with the correction of then", async () => {
  const scope = await buildScope(em);
  const { habit } = scope.agenda;
  const ahead = new Date(Date.now() + 3 * HOUR).toISOString();
  const operation = queued(
    "quick-log.complete-task",
    { taskId: habit.id },
    { clientRecordedAt: ahead, metadata: { diagnostics: { lastRoundTripMs: 20 } } },
  );
  const features = crashingFeatures;
  await submit(admissionDeps(em, features), scope, [operation], { clientSentAt: ahead });
  await quarantine(em, operation.clientOperationId, features);
  const [first] = await clocks(scope.relationshipId);
  expect(first?.confidence).toBe("MEASURED");
  const support = { actor: "support", role: "support", reason: "12", requestId: "test" } as const;
  const { receiptId = "" } = first ?? {};
  const { log: silent } = admissionDeps(em);
  const { result } = await transact(em, (tx) =>
    redriveOperation(tx, {
      receiptId,
      operator: support,
      features: operationFeatures,
      log: silent,
    }),
  );
  expect(result.status).toBe("ACCEPTED");
  const [, again] = await clocks(scope.relationshipId);
  expect(again).toMatchObject({ at: first?.at, confidence: "MEASURED", offsetMs: first?.offsetMs });
});

async function clocks(relationshipId: string) {
  const batches = await em.fork().find(SyncBatch, { relationshipId });
  const offsets = new Map(batches.map(({ id, clockOffsetMs }) => [id, clockOffsetMs]));
  return (await fullReceipts(em, [relationshipId])).map((receipt) => ({
    receiptId: receipt.receiptId,
    at: receipt.correctedAt,
    confidence: receipt.clockConfidence,
    offsetMs: offsets.get(receipt.batchId),
  }));
}

function redrive(receiptId: string, features: readonly OperationFeature[]) {
  return transact(em, (tx) =>
    redriveOperation(tx, {
      receiptId,
      operator: { ...operator, requestId: newId() },
      features,
      log,
    }),
  );
}

function skip(taskId: string) {
  return queued("quick-log.skip", { taskId, reason: "OTHER", note: "secret words" });
}

async function asidesOf(relationshipId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select client_operation_id as "clientOperationId", state, attempts, redriven_as as "redrivenAs"
    from deferred_operation where relationship_id = ${relationshipId} order by created_at
  `.execute(em.fork().getKysely());
  return rows;
}
