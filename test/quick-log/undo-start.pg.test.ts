import { afterAll, expect, test } from "@jest/globals";
import type { Operation } from "../../contract/sync/schema.ts";
import { openDatabase } from "../../db/orm.ts";
import { putTaskLike } from "../factories/structured-task.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync.ts";
import { verdictOf } from "../factories/verdicts.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const deps = admissionDeps(em);
afterAll(() => database.close());

/** Two phones of a client, and what they do with one task that has a screen of its own. */
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

test("An undo of a start leaves the task to the other phone that started it as well", async () => {
  const { phone, other, send, start, undo } = await twoPhones();
  const first = await send(phone, start());
  const second = await send(other, start(2));
  expect((await send(phone, undo(first.receiptId))).verdicts).toEqual(["UNDO_SUPERSEDED"]);
  expect((await send(other, undo(second.receiptId))).verdicts).toEqual(["ACCEPTED"]);
  expect((await send(phone, undo(first.receiptId, 3))).verdicts).toEqual(["ACCEPTED"]);
});

test("Undone in one batch, the later start no longer stands in the way of the first", async () => {
  const { phone, other, send, start, undo } = await twoPhones();
  const first = await send(phone, start());
  const second = await send(other, start(2));
  const both = await send(phone, undo(second.receiptId), undo(first.receiptId));
  expect(both.verdicts).toEqual(["ACCEPTED", "ACCEPTED"]);
});

test("A start that the same phone repeats does not keep it from being undone", async () => {
  const { phone, send, start, undo } = await twoPhones();
  const first = await send(phone, start(), start(2));
  expect((await send(phone, undo(first.receiptId))).verdicts).toEqual(["ACCEPTED"]);
});
