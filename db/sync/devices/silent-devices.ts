import { SILENT_DEVICE_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { anyOf, clockNow } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** A device that was not here for long, and what waits in its outbox as far as is known. */
export interface SilentDevice {
  readonly deviceId: string;
  readonly depth: number;
}

/** Devices that have gone silent and were not told of, but for those that failed by themselves. */
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

/** Marks those of the devices that are silent, once for each time they went away; two at once take different ones. */
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
