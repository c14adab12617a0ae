import { sql } from "kysely";
import { PURGE_REMINDER_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import type { PurgeTrigger } from "../../../contract/sync/purge-vocabulary.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import { isAbout, mayBeStuck, stuckAt } from "./may-be-stuck.ts";

/** Marks an outbox as reported stuck, once an episode; returns how many operations wait in it, or null. */
export async function claimStuckOutbox(tx: Tx, deviceId: string): Promise<number | null> {
  const { rows } = await sql<{ depth: number }>`
    update device_seen seen set stuck_told_at = clock_now()
    from device
    where seen.device_id = ${deviceId} and device.id = seen.device_id and device.status = 'ACTIVE'
      and ${mayBeStuck} and ${isAbout} and ${sql.raw(stuckAt)} <= clock_now()
    returning seen.outbox_depth as depth
  `.execute(tx.getKysely());
  return rows[0]?.depth ?? null;
}

/** Marks overdue purge orders of a device as reported, each once. */
export async function claimPurgeReminders(
  tx: Tx,
  deviceId: string,
): Promise<readonly { readonly id: string; readonly trigger: PurgeTrigger }[]> {
  const { rows } = await sql<{ id: string; trigger: PurgeTrigger }>`
    update purge_order set reminded_at = clock_now()
    where device_id = ${deviceId} and acknowledged_at is null and withdrawn_at is null
      and reminded_at is null
      and ordered_at + make_interval(days => ${PURGE_REMINDER_DAYS}) <= clock_now()
    returning id, trigger
  `.execute(tx.getKysely());
  return rows;
}
