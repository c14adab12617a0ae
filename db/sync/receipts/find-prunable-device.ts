import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { mayBePruned, prunedBefore } from "./prunable-receipt.ts";

/** Devices that one look goes through. */
const DEVICES = 1_000;

/** Where a look came to. */
export interface DeviceLook {
  /** The first device that has something to prune, or null. */
  readonly deviceId: string | null;
  /** The last device looked at; null behind the last one of all. */
  readonly lastId: string | null;
}

/**
 * Looks for a device with receipts to prune, by id, without a lock: the first receipt that was not yet
 * looked through is old, or one that was kept may go now.
 */
export async function findPrunableDevice(
  em: SqlEntityManager,
  after: string | null,
): Promise<DeviceLook> {
  const { rows } = await sql<DeviceLook>`
    with looked as (
      select id, pruned_seq from device
      where ${after}::uuid is null or id > ${after}::uuid
      order by id limit ${DEVICES})
    select
      (select looked.id from looked
        where (select receipt.decided_at from sync_operation receipt
                where receipt.device_id = looked.id and receipt.chain_seq > looked.pruned_seq
                order by receipt.chain_seq limit 1) < ${prunedBefore}
          or exists (select from sync_operation receipt
                      where receipt.device_id = looked.id
                        and receipt.chain_seq <= looked.pruned_seq and ${mayBePruned})
        order by looked.id limit 1) as "deviceId",
      (select id from looked order by id desc limit 1) as "lastId"
  `.execute(em.getKysely());
  return rows[0] ?? { deviceId: null, lastId: null };
}
