import { afterEach, describe, expect, test } from "@jest/globals";
import { reviewAsSeen } from "../factories/agenda/review-as-seen.ts";
import { listBatchEvents } from "../../activities/sync/receipts/list-batch-events.ts";
import type { Operation, OperationResult } from "../../contract/sync/schema.ts";
import { refuse } from "../../rules/sync/decision.ts";
import { batchIdOf, newId } from "../../db/platform/new-id.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { withDayCopy } from "../factories/sync/features/with-copy.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);
afterEach(() => moveClock(ownerUrl, 0));

const receiptOf = (result: OperationResult | undefined) => String(result?.receiptId);

describe("an undo", () => {
  test("reverses an operation of the other phone by its receipt, and wakes devices that follow the task", async () => {
    const [phone, other] = await twoPhones();
    const [done] = await send(phone, complete(phone));
    const [undone] = await send(other, undo(other, { undoesReceiptId: receiptOf(done) }));
    expect(undone).toMatchObject({ status: "ACCEPTED", acceptedRevision: 3 });
    const [again] = await send(
      phone,
      undo(phone, { undoesReceiptId: receiptOf(done) }, { expectedRevision: 3 }),
    );
    expect(again?.rejectionCode).toBe("ALREADY_UNDONE");
    const batch = batchIdOf(receiptOf(undone));
    const events = await listBatchEvents(em.fork(), operationFeatures, [batch]);
    expect([...events.values()].flat().map(({ type }) => type)).toContain("DailyTaskStatusChanged");
  });

  test("names one of two operations with the same id of two phones, by receipt or as its own", async () => {
    const [phone, other] = await twoPhones();
    const { meal } = phone.agenda;
    const clientOperationId = "tap-1";
    const tick = (index: number, changes: Partial<Operation>) =>
      queued(
        "quick-log.complete-item",
        { taskId: meal.id, itemId: meal.items[index]?.id },
        { clientOperationId, ...changes },
      );
    const [first] = await send(phone, tick(0, {}));
    await send(other, tick(1, { expectedRevision: 2 }));
    const of = (named: object) =>
      queued(
        "quick-log.undo",
        { taskId: meal.id, ...named },
        { operationVersion: 2, expectedRevision: 3 },
      );
    const own = { undoesClientOperationId: clientOperationId };
    const results = await send(other, of(own), of({ undoesReceiptId: receiptOf(first) }), of(own));
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED", "ALREADY_UNDONE"]);
  });

  test("of the receipt of another relationship, of a refusal, or of nothing, finds nothing", async () => {
    const [phone] = await twoPhones();
    const [stranger] = await twoPhones();
    const [theirs] = await send(stranger, complete(stranger));
    const [refused] = await send(
      phone,
      queued(
        "quick-log.skip",
        { taskId: phone.agenda.habit.id, reason: "BUSY" },
        { expectedRevision: 9 },
      ),
    );
    const named = [receiptOf(theirs), receiptOf(refused), newId()];
    const undos = named.map((undoesReceiptId) =>
      undo(phone, { undoesReceiptId }, { expectedRevision: 1 }),
    );
    expect(verdictsOf(await send(phone, ...undos))).toEqual(named.map(() => "UNDO_TARGET_UNKNOWN"));
  });

  test("that names both uses the receipt, or the operation if a restore has made another receipt", async () => {
    const [phone] = await twoPhones();
    const operation = complete(phone);
    const [done] = await send(phone, operation);
    const named = { undoesClientOperationId: operation.clientOperationId };
    // An operation sent again after the restore has another receipt, and the phone's receipt no longer exists.
    const [undone] = await send(phone, undo(phone, { undoesReceiptId: newId(), ...named }));
    expect(undone).toMatchObject({ status: "ACCEPTED", acceptedRevision: 3 });
    const [twice] = await send(
      phone,
      undo(
        phone,
        { undoesReceiptId: receiptOf(done), undoesClientOperationId: newId() },
        { expectedRevision: 3 },
      ),
    );
    expect(twice?.rejectionCode).toBe("ALREADY_UNDONE");
    const [unknown] = await send(
      phone,
      undo(
        phone,
        { undoesReceiptId: newId(), undoesClientOperationId: newId() },
        { expectedRevision: 3 },
      ),
    );
    expect(unknown?.rejectionCode).toBe("UNDO_TARGET_UNKNOWN");
  });

  test("must name an operation in one way, with an id, and not by receipt in version 1", async () => {
    const [phone] = await twoPhones();
    const [done] = await send(phone, complete(phone));
    const undoesReceiptId = receiptOf(done);
    const undos = [
      undo(phone, {}),
      undo(phone, { undoesReceiptId: "no id" }),
      undo(phone, { undoesReceiptId }, { operationVersion: 1 }),
    ];
    expect(verdictsOf(await send(phone, ...undos))).toEqual(undos.map(() => "PAYLOAD_INVALID"));
  });

  test("that needs a revision and names none is refused; for values that add up it needs none", async () => {
    const [phone, other] = await twoPhones();
    const { expectedRevision: _none, ...blind } = undo(phone, { undoesClientOperationId: "none" });
    expect(verdictsOf(await send(phone, blind))).toEqual(["EXPECTED_REVISION_MISSING"]);
    const sip = (value: number) =>
      queued("quick-log.record-value", {
        taskId: phone.agenda.water.id,
        metricKind: "WATER",
        value,
        unit: "ml",
        sourceType: "MANUAL",
        recordedAt: "2026-01-05T08:00:00.000Z",
      });
    const [drunk] = await send(phone, sip(300));
    await send(other, sip(200));
    const { expectedRevision: _any, ...undoing } = queued(
      "quick-log.undo",
      { taskId: phone.agenda.water.id, undoesReceiptId: receiptOf(drunk) },
      { operationVersion: 2 },
    );
    expect(await send(other, undoing)).toMatchObject([{ status: "ACCEPTED", acceptedRevision: 4 }]);
  });

  test("is ended by the coach's review on every phone", async () => {
    const [phone, other] = await twoPhones();
    const [done] = await send(phone, complete(phone));
    const { workspaceId, relationshipId, coachUserId: byUserId, agenda } = phone;
    const day = { workspaceId, relationshipId, localDate: agenda.localDate };
    await transact(em, (tx) => reviewAsSeen(tx, { ...day, byUserId, requestId: "test" }));
    const named = { undoesReceiptId: receiptOf(done) };
    for (const from of [phone, other])
      expect(verdictsOf(await send(from, undo(from, named)))).toEqual(["UNDO_WINDOW_CLOSED"]);
  });
});

describe("an undo of an operation that is sent again", () => {
  test.each([
    ["damaged in transit", { payloadChecksum: "0".repeat(64) }, "CHECKSUM_MISMATCH"],
    ["of an unknown version", { operationVersion: 9 }, "OPERATION_VERSION_UNSUPPORTED"],
    ["after an unknown one", { dependsOn: ["unknown"] }, "DEPENDENCY_PENDING"],
  ])("%s waits in its batch, and is judged with it", async (_, changes, code) => {
    const phone = await buildScope(em);
    const done = complete(phone);
    const undoes = { undoesClientOperationId: done.clientOperationId };
    const undoing = undo(phone, undoes, { expectedRevision: 1 });
    const again = undo(phone, { undoesClientOperationId: undoing.clientOperationId });
    const results = await send(phone, { ...done, ...changes }, undoing, again);
    expect(results).toMatchObject([
      { rejectionCode: code, receiptId: null },
      { rejectionCode: "DEPENDENCY_PENDING", receiptId: null },
      { rejectionCode: "DEPENDENCY_PENDING", receiptId: null },
    ]);
    expect(results.slice(1).map((result) => result.parentClientOperationId)).toEqual([
      done.clientOperationId,
      undoing.clientOperationId,
    ]);
    expect(verdictsOf(await send(phone, done, undoing))).toEqual(["ACCEPTED", "ACCEPTED"]);
  });

  test("waits as well if its feature made it retryable", async () => {
    const features = withDayCopy((copy) => ({
      ...copy,
      decide: (operation) =>
        operation.operationType === "quick-log.complete-task"
          ? refuse("DAY_NOT_OPEN")
          : copy.decide(operation),
    }));
    const phone = await buildScope(em);
    const done = complete(phone);
    const undoes = { undoesClientOperationId: done.clientOperationId };
    const undoing = undo(phone, undoes, { expectedRevision: 1 });
    const { results } = await submit(admissionDeps(em, features), phone, [done, undoing]);
    expect(results.map(({ rejectionCode }) => rejectionCode)).toEqual([
      "DAY_NOT_OPEN",
      "DEPENDENCY_PENDING",
    ]);
    expect(verdictsOf(await send(phone, done, undoing))).toEqual(["ACCEPTED", "ACCEPTED"]);
  });
});

describe("an undo of an operation that was deferred", () => {
  /** Quick-log whose completions crash until it is repaired. */
  function breaking() {
    const state = { broken: true };
    const features = withDayCopy((copy) => ({
      ...copy,
      decide: (operation) => {
        if (state.broken && operation.operationType === "quick-log.complete-task")
          throw new TypeError("broken");
        return copy.decide(operation);
      },
    }));
    return { state, features };
  }

  test.each(["in the same batch", "in a later one"])(
    "%s waits for it, and reverses it",
    async (when) => {
      const { state, features } = breaking();
      const phone = await buildScope(em);
      const admission = admissionDeps(em, features);
      const done = complete(phone);
      const undoing = undo(
        phone,
        { undoesClientOperationId: done.clientOperationId },
        { expectedRevision: 1 },
      );
      const batches = when === "in the same batch" ? [[done, undoing]] : [[done], [undoing]];
      const results: OperationResult[] = [];
      for (const batch of batches) results.push(...(await submit(admission, phone, batch)).results);
      const waiting = {
        rejectionCode: "DEPENDENCY_PENDING",
        parentClientOperationId: done.clientOperationId,
      };
      expect(results).toMatchObject([{ rejectionCode: "TEMPORARILY_UNPROCESSED" }, waiting]);
      expect((await submit(admission, phone, [undoing])).results).toMatchObject([waiting]);
      state.broken = false;
      const retries = { deviceId: phone.deviceId, retryNow: true };
      await settleAll(settlementDeps(em, [], features), retries);
      await settleAll(settlementDeps(em, [], features), retries);
      const after = (await submit(admission, phone, [done, undoing])).results;
      expect(after).toMatchObject([
        { status: "ALREADY_ACCEPTED", acceptedRevision: 2 },
        { status: "ALREADY_ACCEPTED", acceptedRevision: 3 },
      ]);
    },
  );

  test("finds nothing once the operation is given up", async () => {
    const { features } = breaking();
    const phone = await buildScope(em);
    const admission = admissionDeps(em, features);
    const done = complete(phone);
    const undoing = undo(
      phone,
      { undoesClientOperationId: done.clientOperationId },
      { expectedRevision: 1 },
    );
    await submit(admission, phone, [done, undoing]);
    const retries = { deviceId: phone.deviceId, retryNow: true };
    for (let turn = 0; turn < 4; turn += 1)
      await settleAll(settlementDeps(em, [], features), retries);
    const after = (await submit(admission, phone, [done, undoing])).results;
    expect(verdictsOf(after)).toEqual(["OPERATION_QUARANTINED", "UNDO_TARGET_UNKNOWN"]);
  });

  test("that crashed itself waits for no later operation", async () => {
    const state = { broken: true };
    const features = withDayCopy((copy) => ({
      ...copy,
      decide: (operation) => {
        if (state.broken) throw new TypeError("broken");
        return copy.decide(operation);
      },
    }));
    const phone = await buildScope(em);
    const admission = admissionDeps(em, features);
    const itself = undo(
      phone,
      { undoesClientOperationId: "itself" },
      { clientOperationId: "itself", expectedRevision: 1 },
    );
    await submit(admission, phone, [itself]);
    state.broken = false;
    await settleAll(settlementDeps(em, [], features), {
      deviceId: phone.deviceId,
      retryNow: true,
    });
    expect(verdictsOf((await submit(admission, phone, [itself])).results)).toEqual([
      "UNDO_TARGET_UNKNOWN",
    ]);
  });
});

async function send(scope: BuiltScope, ...operations: readonly Operation[]) {
  return (await submit(deps, scope, operations)).results;
}

/** A client with two phones. */
async function twoPhones(): Promise<readonly [BuiltScope, BuiltScope]> {
  const scope = await buildScope(em);
  return [scope, { ...scope, deviceId: await buildDevice(em, scope.clientUserId) }];
}

function complete({ agenda }: BuiltScope, changes: Partial<Operation> = {}) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id }, changes);
}

function undo(
  { agenda }: BuiltScope,
  named: Readonly<Record<string, unknown>>,
  changes: Partial<Operation> = {},
) {
  return queued(
    "quick-log.undo",
    { taskId: agenda.habit.id, ...named },
    { operationVersion: 2, expectedRevision: 2, ...changes },
  );
}
