import { sql } from "kysely";
import { SILENT_DEVICE_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import type { Tx } from "../../transact.ts";

/** A device that was not here for long, and what waits in its outbox as far as is known. */
export interface SilentDevice {
  readonly deviceId: string;
  readonly depth: number;
}

/** Marks devices as silent, once for each time they went away; two at once take different ones. */
export async function claimSilentDevices(tx: Tx, limit: number): Promise<readonly SilentDevice[]> {
  const { rows } = await sql<SilentDevice>`
    update device_seen set silent_told_at = clock_now()
    where device_id in (
      select seen.device_id from device_seen seen
      join device on device.id = seen.device_id and device.status = 'ACTIVE'
      where seen.outbox_depth > 0
        and seen.last_sync_at <= (select clock_now() - make_interval(days => ${SILENT_DEVICE_DAYS}))
        and (seen.silent_told_at is null or seen.silent_told_at < seen.last_sync_at)
      limit ${limit} for no key update of seen skip locked)
    returning device_id as "deviceId", outbox_depth as depth
  `.execute(tx.getKysely());
  return rows;
}
