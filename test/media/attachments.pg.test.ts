import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { openUpload } from "../../activities/media/open-upload.ts";
import { settleUpload } from "../../activities/media/settle-upload.ts";
import { terminateUpload } from "../../activities/media/terminate-upload.ts";
import { MEDIA_LIMITS } from "../../contract/media/vocabulary.ts";
import type { Operation, OperationResult } from "../../contract/sync/schema.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { refuse } from "../../rules/sync/decision.ts";
import { announcement, hashOf, photo } from "../factories/media/media.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { KEEP_PHOTO, KEEP_PHOTO_EARLY, photoFeature } from "../factories/media/photo-feature.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { withCopy } from "../factories/sync/features/with-copy.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { countReceipts } from "../factories/sync/receipts/stored-receipts.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());

const DAY = 86_400;
let scope: BuiltScope;
let probe: ReturnType<typeof photoFeature>;

beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  scope = await buildScope(em);
  probe = photoFeature();
});

const deps = () => admissionDeps(em, [probe.feature]);
const bytesOf = new Map<string, Buffer>();

describe("An operation whose media", () => {
  test("are there is accepted, passed to its feature with them, and keeps them", async () => {
    const uploadId = await newUpload();
    await arrive(uploadId);
    const [result] = await send([keep([uploadId])]);
    expect(result?.status).toBe("ACCEPTED");
    expect(probe.decided[0]?.attachments).toMatchObject([{ uploadId, isReady: true }]);
    expect(await rowsOf("operation_attachment")).toMatchObject([
      { upload_id: uploadId, receipt_id: result?.receiptId },
    ]);
  });

  test("are there keeps none of them while it is retryable, and all once it is accepted", async () => {
    const uploadIds = [await newUpload(), await newUpload()];
    for (const uploadId of uploadIds) await arrive(uploadId);
    const [early = "", other = ""] = uploadIds;
    let isOpen = false;
    const feature = withCopy(probe.feature, (copy) => ({
      ...copy,
      decide: (operation) => {
        const waits = !isOpen && operation.attachments.some(({ uploadId }) => uploadId === early);
        return waits ? refuse("DAY_NOT_OPEN") : copy.decide(operation);
      },
    }));
    const batch = [keep([early]), keep([other])];
    const post = async () => (await submit(admissionDeps(em, [feature]), scope, batch)).results;
    expect((await post()).map(({ status }) => status)).toEqual(["REFETCH_REQUIRED", "ACCEPTED"]);
    expect(await rowsOf("operation_attachment")).toMatchObject([{ upload_id: other }]);
    isOpen = true;
    expect((await post()).map(({ status }) => status)).toEqual(["ACCEPTED", "ALREADY_ACCEPTED"]);
    const kept = (await rowsOf("operation_attachment")).map((row) => row["upload_id"]);
    expect(new Set(kept)).toEqual(new Set(uploadIds));
  });

  test("are missing waits, and its device's actor finishes it once they are there", async () => {
    const first = await newUpload();
    const second = await newUpload();
    await arrive(first);
    const operation = keep([first, second]);
    const [result] = await send([operation]);
    expect(result).toMatchObject({
      status: "REFETCH_REQUIRED",
      category: "SERVER_REQUIRES_REFETCH",
      rejectionCode: "MEDIA_PENDING",
      receiptId: null,
      allowedResolutions: ["RETRY"],
      refetch: [
        {
          entityType: "upload",
          entityId: second,
          path: `/api/v1/client/uploads/${second}`,
          reason: "PENDING",
        },
      ],
    });
    expect(probe.decided).toEqual([]);
    expect(await rowsOf("deferred_operation")).toMatchObject([
      { reason: "MEDIA", state: "OPEN", attempts: 0 },
    ]);
    await settle();
    expect(probe.decided).toEqual([]);
    await arrive(second);
    const { rows } = await sql<{ key: string }>`
      select key from outbox where type = 'OperationRetryRequested' and subject_id = ${scope.deviceId}
    `.execute(em.fork().getKysely());
    expect(rows).toEqual([{ key: `device/${scope.deviceId}` }]);
    await settle();
    expect(probe.decided).toHaveLength(1);
    expect(await rowsOf("deferred_operation")).toMatchObject([{ state: "DONE" }]);
    const [replayed] = await send([operation]);
    expect(replayed?.status).toBe("ALREADY_ACCEPTED");
    expect(await rowsOf("operation_attachment")).toMatchObject([
      { receipt_id: replayed?.receiptId },
      { receipt_id: replayed?.receiptId },
    ]);
  });

  test("are missing is judged again when it is resent, and decided at once if they have arrived", async () => {
    const uploadId = await newUpload();
    const operation = keep([uploadId]);
    await send([operation]);
    const [again] = await send([operation]);
    expect(again?.rejectionCode).toBe("MEDIA_PENDING");
    expect(await rowsOf("deferred_operation")).toHaveLength(1);
    await arrive(uploadId);
    const [done] = await send([operation]);
    expect(done?.status).toBe("ACCEPTED");
    expect(await rowsOf("deferred_operation")).toMatchObject([{ state: "DONE" }]);
    await settle();
    expect(probe.decided).toHaveLength(1);
    const changed = { ...operation, ...keep([uploadId], { payload: { text: "other" } }) };
    const [reused] = await send([
      {
        ...changed,
        clientOperationId: operation.clientOperationId,
        payloadChecksum: "sha-256:".padEnd(72, "0"),
      },
    ]);
    expect(reused?.rejectionCode).toBe("OPERATION_ID_REUSED");
  });

  test("expired must be resent under the same id with the refreshed upload", async () => {
    const bytes = photo();
    const old = await newUpload(bytes);
    const operation = keep([old]);
    await send([operation]);
    await moveClock(ownerUrl, DAY + 60);
    const [expired] = await send([operation]);
    expect(expired).toMatchObject({
      status: "REFETCH_REQUIRED",
      category: "UPLOAD_EXPIRED",
      rejectionCode: "UPLOAD_EXPIRED",
      receiptId: null,
      refetch: [{ entityType: "upload", entityId: old, reason: "EXPIRED" }],
    });
    await settle();
    expect(await rowsOf("deferred_operation")).toEqual([]);
    const fresh = await newUpload(bytes);
    expect(fresh).not.toBe(old);
    await arrive(fresh);
    const [done] = await send([
      { ...operation, attachments: [{ uploadId: fresh, purpose: "PROGRESS_PHOTO" }] },
    ]);
    expect(done?.status).toBe("ACCEPTED");
    expect(await rowsOf("media")).toHaveLength(1);
  });

  test.each([
    ["were cancelled", (id: string) => transact(em, (tx) => terminateUpload(tx, id))],
    ["were refused", (id: string) => arrive(id, "text/html")],
  ])("%s must be resent", async (_name, end) => {
    const uploadId = await newUpload();
    await end(uploadId);
    expect((await send([keep([uploadId])]))[0]?.rejectionCode).toBe("UPLOAD_EXPIRED");
  });

  test("are unknown or another client's must be resent: both look the same", async () => {
    const other = await buildScope(em);
    const foreign = await newUpload(photo(), other);
    await arrive(foreign);
    const results = await send([keep([foreign]), keep([randomUUID()])]);
    const seen = results.map(({ clientOperationId: _id, diagnosticsRef: _ref, ...rest }) => rest);
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).toMatchObject({ rejectionCode: "UPLOAD_EXPIRED", refetch: [] });
    expect(await countReceipts(em, scope)).toBe(0);
  });

  test("may come later is accepted if its type allows it", async () => {
    const uploadId = await newUpload();
    const [result] = await send([keep([uploadId], {}, KEEP_PHOTO_EARLY)]);
    expect(result?.status).toBe("ACCEPTED");
    expect(probe.decided[0]?.attachments).toMatchObject([{ uploadId, isReady: false }]);
  });
});

describe("Attachments", () => {
  test.each([
    ["more than the type accepts", () => Promise.all([newUpload(), newUpload(), newUpload()])],
  ])("that are %s are refused", async (_name, uploads) => {
    const [result] = await send([keep(await uploads())]);
    expect(result).toMatchObject({ status: "REJECTED", rejectionCode: "ATTACHMENT_NOT_ALLOWED" });
  });

  test("of another purpose than the type's or the upload's are refused", async () => {
    const uploadId = await newUpload();
    const results = await send([
      keep([uploadId], { attachments: [{ uploadId, purpose: "MEAL_PHOTO" }] }),
      keep([uploadId], { attachments: [{ uploadId, purpose: "VOICE_NOTE" }] }),
    ]);
    expect(results.map(({ rejectionCode }) => rejectionCode)).toEqual([
      "ATTACHMENT_NOT_ALLOWED",
      "ATTACHMENT_NOT_ALLOWED",
    ]);
  });

  test("of a type without attachments are refused, and do not affect other operations", async () => {
    const uploadId = await newUpload();
    const { habit } = scope.agenda;
    const laden = queued(
      "quick-log.skip",
      { taskId: habit.id, reason: "BUSY" },
      { attachments: [{ uploadId, purpose: "PROGRESS_PHOTO" }] },
    );
    const plain = queued("quick-log.complete-task", { taskId: habit.id });
    const { results } = await submit(admissionDeps(em), scope, [laden, plain]);
    expect(results.map(({ status }) => status)).toEqual(["REJECTED", "ACCEPTED"]);
  });

  test("do not delay other operations: each has its own verdict", async () => {
    const there = await newUpload();
    await arrive(there);
    const results = await send([
      keep([await newUpload()]),
      keep([there]),
      keep([randomUUID()]),
      keep([]),
    ]);
    expect(results.map(({ status, rejectionCode }) => rejectionCode ?? status)).toEqual([
      "MEDIA_PENDING",
      "ACCEPTED",
      "UPLOAD_EXPIRED",
      "ACCEPTED",
    ]);
  });

  test("take two statements a batch, however many, and none if there are none", async () => {
    const uploads = await Promise.all([newUpload(), newUpload(), newUpload()]);
    for (const uploadId of uploads) await arrive(uploadId);
    const count = async (operations: readonly Operation[]) =>
      (await recordStatements(() => send(operations))).statements.length;
    const plain = await count([keep([]), keep([])]);
    const laden = await count(uploads.map((uploadId) => keep([uploadId])));
    // One finds the uploads, one stores them with their operations.
    expect(laden).toBe(plain + 2);
  });

  test("let an operation that crashes once they are there be retried like any other", async () => {
    const uploadId = await newUpload();
    const payload = { text: "x", fault: true };
    const operation = queued(KEEP_PHOTO, payload, {
      attachments: [{ uploadId, purpose: "PROGRESS_PHOTO" }],
    });
    await send([operation]);
    await arrive(uploadId);
    await settle();
    expect(await rowsOf("deferred_operation")).toMatchObject([
      { reason: "FAULT", state: "OPEN", attempts: 1 },
    ]);
  });
});

async function newUpload(bytes = photo(), owner: BuiltScope = scope): Promise<string> {
  const announced = announcement(owner.relationshipId, bytes);
  const sender = { userId: owner.clientUserId, as: "CLIENT" } as const;
  const opening = { ...sender, announced, limits: MEDIA_LIMITS };
  const uploadId = await transact(em, (tx) => openUpload(tx, opening));
  bytesOf.set(uploadId, bytes);
  return uploadId;
}

function arrive(uploadId: string, detectedType = "image/jpeg") {
  const bytes = bytesOf.get(uploadId) ?? Buffer.alloc(0);
  const arrived = { sizeBytes: bytes.length, contentHash: hashOf(bytes), detectedType };
  return transact(em, (tx) => settleUpload(tx, { uploadId, arrived, requestId: "test" }));
}

function keep(uploadIds: readonly string[], changes: Partial<Operation> = {}, type = KEEP_PHOTO) {
  return queued(
    type,
    { text: "from the front" },
    {
      attachments: uploadIds.map((uploadId) => ({ uploadId, purpose: "PROGRESS_PHOTO" as const })),
      ...changes,
    },
  );
}

async function send(operations: readonly Operation[]): Promise<readonly OperationResult[]> {
  return (await submit(deps(), scope, operations)).results;
}

async function settle() {
  return await settleAll(settlementDeps(em, [], [probe.feature]), { deviceId: scope.deviceId });
}

async function rowsOf(table: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where relationship_id = ${scope.relationshipId}
  `.execute(em.fork().getKysely());
  return rows;
}
