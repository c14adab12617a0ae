import { describe, expect, test } from "@jest/globals";
import { newId } from "../../db/platform/new-id.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { pruneAll, RECEIPTS_ARE_OLD, settleAll } from "../factories/sync/receipts/old-receipts.ts";
import {
  admissionDeps,
  buildDevice,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);

describe("an undo of a tombstone", () => {
  test.each(["the same device", "the device registered again"])(
    "is answered like any undo after its window: %s",
    async (name) => {
      await moveClock(ownerUrl, 0);
      const [phone, registerAgain] = await twice();
      const done = complete(phone);
      await submit(deps, phone, [done]);
      await settleAll(em);
      await moveClock(ownerUrl, RECEIPTS_ARE_OLD);
      const before = undoOf(phone, done.clientOperationId);
      const [late] = (await submit(deps, phone, [before])).results;
      expect(late?.rejectionCode).toBe("UNDO_WINDOW_CLOSED");
      expect(await pruneAll(em)).toBe(1);
      const sender = name === "the same device" ? phone : await registerAgain();
      const after = undoOf(phone, done.clientOperationId);
      const [result] = (await submit(deps, sender, [after])).results;
      const { clientOperationId } = after;
      const { receiptId, diagnosticsRef } = result ?? {};
      expect(result).toEqual({ ...late, clientOperationId, receiptId, diagnosticsRef });
    },
  );

  test("finds nothing under the id of another phone's tombstone", async () => {
    await moveClock(ownerUrl, 0);
    const [phone] = await twice();
    const done = complete(phone);
    await submit(deps, phone, [done]);
    await settleAll(em);
    await moveClock(ownerUrl, RECEIPTS_ARE_OLD);
    await pruneAll(em);
    const other = { ...phone, deviceId: await buildDevice(em, phone.clientUserId) };
    const { results } = await submit(deps, other, [undoOf(phone, done.clientOperationId)]);
    expect(results[0]?.rejectionCode).toBe("UNDO_TARGET_UNKNOWN");
  });
});

function complete({ agenda }: BuiltScope) {
  return queued("quick-log.complete-task", { taskId: agenda.habit.id });
}

function undoOf({ agenda }: BuiltScope, undoesClientOperationId: string) {
  return queued(
    "quick-log.undo",
    { taskId: agenda.habit.id, undoesClientOperationId },
    { expectedRevision: 2 },
  );
}

/** A phone, and the same installation once it is registered again. */
async function twice(): Promise<readonly [BuiltScope, () => Promise<BuiltScope>]> {
  const scope = await buildScope(em);
  const installationId = newId();
  const register = async () => ({
    ...scope,
    deviceId: await buildDevice(em, scope.clientUserId, installationId),
  });
  return [await register(), register];
}
