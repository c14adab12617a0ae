import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { keptOfDevice, mayBePruned, prunedBefore } from "./prunable-receipt.ts";

/**
 * Finds a device with receipts to prune, by id, without a lock. Its first unpruned batch is old, or a kept receipt
 * may now be deleted.
 */
export async function findPrunableDevice(
  em: SqlEntityManager,
  after: string | null,
): Promise<DeviceScan> {
  const { rows } = await sql<DeviceScan>`
    with looked as (
      select id, pruned_seq from device
      where ${after}::uuid is null or id > ${after}::uuid
      order by id limit ${DEVICES})
    select
      (select looked.id from looked
        where (select batch.admitted_at from sync_batch batch
                join sync_answers answers on answers.batch_id = batch.id
                where batch.device_id = looked.id and batch.chain_first > looked.pruned_seq
                order by batch.chain_first limit 1) < ${prunedBefore}
          or exists (select from ${keptOfDevice(sql.ref("looked.id"))} receipt where ${mayBePruned})
        order by looked.id limit 1) as "deviceId",
      (select id from looked order by id desc limit 1) as "lastId"
  `.execute(em.getKysely());
  return rows[0] ?? { deviceId: null, lastId: null };
}

/** Devices per scan. */
const DEVICES = 1_000;

/** Progress of a scan. */
export interface DeviceScan {
  /** The first device that has something to prune, or null. */
  readonly deviceId: string | null;
  /** The last device scanned; null after the last one of all. */
  readonly lastId: string | null;
}
