import { EVERY_SCOPE } from "../changes.ts";
import { inOrder } from "../in-order.ts";
import type { DevicePartContext, PartContext } from "../parts/part-context.ts";
import { FORGET_LAST_PURGE } from "../store/names.ts";
import { discardEntry } from "./discard/discard-entry.ts";
import { finishDiscards } from "./discard/finish-discards.ts";
import { undoDiscard } from "./discard/undo-discard.ts";
import { readEntries } from "./entries/read-entries.ts";
import { readNewest } from "./read-newest.ts";
import { resubmitEntry } from "./resubmit-entry.ts";
import type { Centre, DeviceCentre } from "./types.ts";
import { discardUnreadable, unreadableWork } from "./unreadable-work.ts";

/** The sync centre of a scope. */
export function makeCentre(context: PartContext): Centre {
  const { core, row, wake } = context;
  const finish = finishDiscards(core);
  const oneResubmission = inOrder();
  return {
    async entries() {
      await finish();
      return await readEntries(core, await row());
    },
    async discard(call) {
      const outcome = await discardEntry(core, await row(), call);
      if (outcome.kind === "DISCARDED") {
        await finish().catch(() => null);
        // Operations behind it on the same task need not wait for it.
        wake();
      }
      return outcome;
    },
    async undo({ clientOperationId }) {
      const outcome = await undoDiscard(core, await row(), clientOperationId);
      if (outcome === "RESTORED") wake();
      return outcome;
    },
    // A second tap finds the replacement that the first one queued.
    resubmit: async (call) => await oneResubmission(async () => await resubmitEntry(context, call)),
    unreadable: async () => await unreadableWork(core, (await row()).scopeId),
    discardUnreadable: async (call) => await discardUnreadable(core, (await row()).scopeId, call),
    refetch: async () => await readNewest(context),
  };
}

/** The part of the sync centre that belongs to no scope: online acts of the whole device, and the last purge order. */
export function makeDeviceCentre({ running: { core } }: DevicePartContext): DeviceCentre {
  return {
    unreadable: async () => await unreadableWork(core, null),
    discardUnreadable: async (call) => await discardUnreadable(core, null, call),
    async dismissPurge({ orderId }) {
      await core.ports.sql.write([{ sql: FORGET_LAST_PURGE, params: [orderId] }]);
      core.changes.emit(EVERY_SCOPE);
    },
  };
}
