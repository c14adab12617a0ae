import { expect, test } from "@jest/globals";
import type { Operation } from "../../contract/sync/schema.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { actionSchemaOf } from "../../rules/plans/action-schema.ts";
import { contentOf } from "../factories/quick-log/every-kind.ts";
import { putTaskLike } from "../factories/quick-log/structured-task.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { verdictOf } from "../factories/sync/verdicts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);

test("an undo of a start leaves the task to the other phone that started it too", async () => {
  const { phone, other, send, start, undo } = await twoPhones();
  const first = await send(phone, start());
  const second = await send(other, start(2));
  expect((await send(phone, undo(first.receiptId))).verdicts).toEqual(["UNDO_SUPERSEDED"]);
  expect((await send(other, undo(second.receiptId))).verdicts).toEqual(["ACCEPTED"]);
  expect((await send(phone, undo(first.receiptId))).verdicts).toEqual(["ACCEPTED"]);
});

test("a start of the same batch prevents the undo of the other phone's start until it is undone itself", async () => {
  const { phone, other, send, start, undo } = await twoPhones();
  const first = await send(phone, start());
  const again = start(2);
  const undoing = queued(
    "quick-log.undo",
    { taskId: again.payload["taskId"], undoesClientOperationId: again.clientOperationId },
    { expectedRevision: 2 },
  );
  const batch = [again, undo(first.receiptId), undoing, undo(first.receiptId)];
  expect((await send(other, ...batch)).verdicts).toEqual([
    "ACCEPTED",
    "UNDO_SUPERSEDED",
    "ACCEPTED",
    "ACCEPTED",
  ]);
});

test("undone in one batch, the later start no longer prevents the undo of the first", async () => {
  const { phone, other, send, start, undo } = await twoPhones();
  const first = await send(phone, start());
  const second = await send(other, start(2));
  const both = await send(phone, undo(second.receiptId), undo(first.receiptId));
  expect(both.verdicts).toEqual(["ACCEPTED", "ACCEPTED"]);
});

test("a measurement that was opened stays open beneath an undone skip, second start and value", async () => {
  const { phone, send } = await twoPhones();
  const taskId = await putTaskLike(em, phone.agenda.steps, {
    task_kind: "MEASUREMENT",
    action_schema: actionSchemaOf(contentOf("weight"), "MEASUREMENT"),
  });
  const [opened, again] = [1, 2].map((expectedRevision) =>
    queued("today.start", { taskId }, { expectedRevision }),
  );
  const skip = queued("quick-log.skip", { taskId, reason: "BUSY" }, { expectedRevision: 2 });
  const value = queued(
    "quick-log.record-value",
    {
      taskId,
      metricKind: "STEPS",
      value: 4_000,
      unit: "steps",
      sourceType: "MANUAL",
      recordedAt: "2026-01-05T08:00:00.000Z",
    },
    { expectedRevision: 2 },
  );
  const undoing = ({ clientOperationId }: Operation, expectedRevision: number) =>
    queued(
      "quick-log.undo",
      { taskId, undoesClientOperationId: clientOperationId },
      { expectedRevision },
    );
  const status = async () => (await em.fork().findOneOrFail(AgendaTask, taskId)).status;
  if (opened === undefined || again === undefined) throw new Error("Expected two starts");
  expect((await send(phone, opened, skip, undoing(skip, 3))).verdicts).toEqual(
    Array.from({ length: 3 }, () => "ACCEPTED"),
  );
  expect(await status()).toBe("IN_PROGRESS");
  await send(phone, again);
  expect((await send(phone, undoing(again, 4))).verdicts).toEqual(["ACCEPTED"]);
  expect(await status()).toBe("IN_PROGRESS");
  expect((await send(phone, value)).verdicts).toEqual(["ACCEPTED"]);
  expect((await send(phone, undoing(value, 5))).verdicts).toEqual(["ACCEPTED"]);
  expect(await status()).toBe("IN_PROGRESS");
  expect((await send(phone, undoing(opened, 6))).verdicts).toEqual(["ACCEPTED"]);
  expect(await status()).toBe("PENDING");
});

test("a start that the same phone repeats does not prevent its undo", async () => {
  const { phone, send, start, undo } = await twoPhones();
  const first = await send(phone, start(), start(2));
  expect((await send(phone, undo(first.receiptId))).verdicts).toEqual(["ACCEPTED"]);
});

/** Two phones of a client, and their operations on one task with its own screen. */
async function twoPhones() {
  const scope = await buildScope(em);
  const taskId = await putTaskLike(em, scope.agenda.habit);
  const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
  const send = async (phone: BuiltScope, ...operations: readonly Operation[]) => {
    const { results } = await submit(deps, phone, operations);
    return { receiptId: String(results[0]?.receiptId), verdicts: results.map(verdictOf) };
  };
  const start = (expectedRevision = 1) => queued("today.start", { taskId }, { expectedRevision });
  const undo = (undoesReceiptId: string, expectedRevision = 2) =>
    queued(
      "quick-log.undo",
      { taskId, undoesReceiptId },
      { operationVersion: 2, expectedRevision },
    );
  return { phone: scope, other, send, start, undo };
}
