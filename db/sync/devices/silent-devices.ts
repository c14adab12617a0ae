import { SILENT_DEVICE_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { clockNow } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** A device that was not here for long, and what waits in its outbox as far as is known. */
export interface SilentDevice {
  readonly deviceId: string;
  readonly depth: number;
}

/** Marks devices as silent, once for each time they went away; two at once take different ones. */
export async function claimSilentDevices(tx: Tx, limit: number): Promise<readonly SilentDevice[]> {
  const silent = tables(tx)
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
    .select("seen.deviceId")
    .limit(limit)
    .forNoKeyUpdate("seen")
    .skipLocked();
  return await tables(tx)
    .updateTable("deviceSeen")
    .set({ silentToldAt: clockNow })
    .where("deviceId", "in", silent)
    .returning(({ ref }) => ["deviceId", ref("outboxDepth").$notNull().as("depth")])
    .execute();
}
