import { describe, expect, test } from "@jest/globals";
import type { OperationResult } from "../../contract/sync/schema.ts";
import { operationSchema, outboxHealthSchema } from "../../contract/sync/schema.ts";
import { BATCH_LIMITS, type ResultStatus } from "../../contract/sync/vocabulary.ts";
import {
  type Outbox,
  outboxHealthOf,
  queueAction,
  submitOutbox,
  takeResults,
} from "../../tools/tour/phone.ts";

const statusesOf = (outbox: Outbox) => outbox.map(({ localStatus }) => localStatus);

describe("the outbox of a phone", () => {
  test("numbers its operations and adds the checksum of their canonical payload", async () => {
    const [first] = await outboxOf(1);
    const action = { ...first?.operation, payload: { ordinal: 0, taskId: "task" } };
    const [again] = await queueAction([], operationSchema.parse(action));
    expect(operationSchema.parse(first?.operation).localSequence).toBe(1);
    expect(again?.operation.payloadChecksum).toBe(first?.operation.payloadChecksum);
    expect(first?.localStatus).toBe("QUEUED");
  });

  test("marks an operation as SYNCING while it is submitted", async () => {
    const { outbox, operations } = submitOutbox(await outboxOf(2));
    expect(operations.map(({ clientOperationId }) => clientOperationId)).toEqual([
      "action-0",
      "action-1",
    ]);
    expect(statusesOf(outbox)).toEqual(["SYNCING", "SYNCING"]);
  });

  test("makes a batch of the oldest operations, as many as fit", async () => {
    const { outbox, operations } = submitOutbox(await outboxOf(BATCH_LIMITS.operations + 1));
    expect(operations).toHaveLength(BATCH_LIMITS.operations);
    expect(statusesOf(outbox).at(-1)).toBe("QUEUED");
  });

  test("sends submitted operations without an answer again, the same in every field", async () => {
    const first = submitOutbox(await outboxOf(3));
    expect(submitOutbox(first.outbox).operations).toEqual(first.operations);
  });

  test.each([
    ["ACCEPTED", "ACCEPTED"],
    ["ALREADY_ACCEPTED", "ACCEPTED"],
    ["REJECTED", "REJECTED"],
    ["CONFLICT", "CONFLICTED"],
    ["REFETCH_REQUIRED", "QUEUED"],
    ["SCOPE_LOCKED", "QUEUED"],
  ] as const)("takes a result %s and leaves the operation %s", async (status, localStatus) => {
    const { outbox } = submitOutbox(await outboxOf(1));
    expect(statusesOf(takeResults(outbox, [resultOf(status)]))).toEqual([localStatus]);
  });

  test("sends an operation again that was damaged in transit", async () => {
    const { outbox } = submitOutbox(await outboxOf(1));
    const damaged = resultOf("REJECTED", { allowedResolutions: ["RETRY"] });
    expect(statusesOf(takeResults(outbox, [damaged]))).toEqual(["QUEUED"]);
  });

  test("takes results in the order of the batch, after those that were settled before", async () => {
    const { outbox } = submitOutbox(await outboxOf(2));
    const settled = takeResults(outbox, [resultOf("ACCEPTED"), resultOf("REFETCH_REQUIRED")]);
    const again = submitOutbox(settled);
    expect(again.operations.map(({ localSequence }) => localSequence)).toEqual([2]);
    const after = takeResults(again.outbox, [resultOf("CONFLICT")]);
    expect(statusesOf(after)).toEqual(["ACCEPTED", "CONFLICTED"]);
    expect(() => takeResults(after, [resultOf("ACCEPTED")])).toThrow("1 results for 0 operations");
  });

  test("reports how much waits, since when, and what was refused", async () => {
    const { outbox } = submitOutbox(await outboxOf(3));
    const results = [resultOf("REJECTED"), resultOf("CONFLICT"), resultOf("REFETCH_REQUIRED")];
    const health = outboxHealthOf(takeResults(outbox, results));
    expect(outboxHealthSchema.parse(health)).toEqual({
      depth: 1,
      oldestRecordedAt: "2026-01-05T08:02:00.000Z",
      rejected: 1,
      conflicted: 1,
    });
  });
});

async function outboxOf(count: number): Promise<Outbox> {
  let outbox: Outbox = [];
  for (let index = 0; index < count; index += 1) {
    outbox = await queueAction(outbox, {
      clientOperationId: `action-${index}`,
      operationType: "quick-log.complete-task",
      expectedRevision: 1,
      clientRecordedAt: `2026-01-05T08:${String(index).padStart(2, "0")}:00.000Z`,
      payload: { taskId: "task", ordinal: index },
    });
  }
  return outbox;
}

function resultOf(status: ResultStatus, changes: Partial<OperationResult> = {}): OperationResult {
  return {
    clientOperationId: "action",
    status,
    receiptId: null,
    acceptedRevision: null,
    canonicalIds: [],
    refetch: [],
    ...changes,
  };
}
