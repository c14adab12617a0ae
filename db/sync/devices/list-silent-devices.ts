import { SILENT_DEVICE_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { anyOf, clockNow } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Devices that went silent and were not reported yet, except those whose processing failed. */
export async function listSilentDevices(
  tx: Tx,
  { except, limit }: { readonly except: readonly string[]; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await silentDevices(tx)
    .where((eb) => eb.not(eb("seen.deviceId", "=", anyOf(except))))
    .limit(limit)
    .execute();
  return rows.map(({ deviceId }) => deviceId);
}

/** A device without recent contact, and the reported size of its outbox. */
export interface SilentDevice {
  readonly deviceId: string;
  readonly depth: number;
}

/** Marks those of the devices that are silent, once for each absence; two concurrent calls take different ones. */
export async function claimSilentDevices(
  tx: Tx,
  ids: readonly string[],
): Promise<readonly SilentDevice[]> {
  const silent = silentDevices(tx)
    .where("seen.deviceId", "=", anyOf(ids))
    .forNoKeyUpdate("seen")
    .skipLocked();
  return await tables(tx)
    .updateTable("deviceSeen")
    .set({ silentToldAt: clockNow })
    .where("deviceId", "in", silent)
    .returning(({ ref }) => ["deviceId", ref("outboxDepth").$notNull().as("depth")])
    .execute();
}

function silentDevices(tx: Tx) {
  return tables(tx)
    .selectFrom("deviceSeen as seen")
    .innerJoin("device", (on) =>
      on.onRef("device.id", "=", "seen.deviceId").on("device.status", "=", "ACTIVE"),
    )
    .where("seen.outboxDepth", ">", 0)
    .where("seen.lastSyncAt", "<=", onceDaysAgo(SILENT_DEVICE_DAYS))
    .where(({ eb, or, ref }) =>
      or([
        eb("seen.silentToldAt", "is", null),
        eb("seen.silentToldAt", "<", ref("seen.lastSyncAt")),
      ]),
    )
    .select("seen.deviceId");
}
