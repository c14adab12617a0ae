import { sql } from "kysely";
import { OUTBOX_HEALTH_DAYS } from "../../../contract/sync/purge-vocabulary.ts";
import type { Tx } from "../../transact.ts";

/**
 * Forgets what devices said of their outbox 30 days ago and not since; when they were last here stays.
 *
 * @returns of how many devices.
 */
export async function pruneOutboxHealth(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    update device_seen set outbox_depth = null, outbox_oldest_at = null, outbox_rejected = null,
      outbox_conflicted = null, outbox_reported_at = null, outbox_oldest_since = null,
      stuck_told_at = null, silent_told_at = null
    where device_id in (
      select device_id from device_seen
      where outbox_reported_at
        < (select clock_now() - make_interval(days => ${OUTBOX_HEALTH_DAYS}))
      order by outbox_reported_at limit ${limit} for no key update skip locked)
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}
