import { DEVICE_SECRET_DAYS, SEALED_QUEUE_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { deleteOldest } from "../../platform/pruning/delete-oldest.ts";
import { anyOf, clockNow } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Records that devices were revoked: from then on their secrets last as long as their purge orders, at most 400 days.
 */
export async function endDeviceSecrets(
  tx: Tx,
  devices: readonly { readonly id: string }[],
): Promise<void> {
  if (devices.length === 0) return;
  await tables(tx)
    .updateTable("deviceSecret")
    .set({ endedAt: clockNow })
    .where("deviceId", "=", anyOf(devices.map(({ id }) => id)))
    .execute();
}

/**
 * Deletes secrets that open nothing any more, longest ended first. Either no order of the device is open and none can
 * follow, because its queue is no longer sealed; or 400 days are over.
 *
 * @returns how many were deleted.
 */
export const pruneDeviceSecrets = deleteOldest("deviceSecret", ["deviceId"], (old) =>
  old
    .where("old.endedAt", "<", onceDaysAgo(SEALED_QUEUE_DAYS))
    .where(({ eb, exists, not, or, selectFrom }) => {
      const open = selectFrom("purgeOrder as o")
        .whereRef("o.deviceId", "=", "old.deviceId")
        .where("o.acknowledgedAt", "is", null)
        .where("o.withdrawnAt", "is", null)
        .select("o.id");
      return or([eb("old.endedAt", "<", onceDaysAgo(DEVICE_SECRET_DAYS)), not(exists(open))]);
    })
    .orderBy("old.endedAt"),
);
