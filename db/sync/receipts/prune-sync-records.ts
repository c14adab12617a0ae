import { sql } from "kysely";
import {
  FULL_RECEIPT_DAYS,
  PURGE_ORDER_DAYS,
  SCOPE_CHANGE_DAYS,
} from "../../../contract/sync/vocabulary.ts";
import { onceDaysAgo } from "../../platform/clock-once.ts";
import { idMadeBefore } from "../../platform/id-made-before.ts";
import type { Tx } from "../../transact.ts";

/**
 * Deletes what changed in scopes longer ago than any cursor lives, oldest first. A cursor from before is
 * expired by its age, and by what is missing behind it.
 *
 * @returns how many steps of scopes were deleted.
 */
export async function pruneScopeChanges(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from scope_change where (relationship_id, seq) in (
      select relationship_id, seq from scope_change
      where changed_at < ${onceDaysAgo(SCOPE_CHANGE_DAYS)}
      order by changed_at limit ${limit} for update skip locked)
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}

/**
 * Deletes settled batches that decided nothing and of which nothing is left: no raw payload, no operation
 * that waits or may be driven again. One that has a receipt stays: history and receipts know by it device,
 * lineage and instant. Ids grow with time, so that the oldest are found by their key.
 *
 * @returns how many were deleted.
 */
export async function pruneBatches(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from sync_batch where id in (
      select batch.id from sync_batch batch
      where batch.id < ${idMadeBefore(FULL_RECEIPT_DAYS - 1)}
        and batch.admitted_at < ${onceDaysAgo(FULL_RECEIPT_DAYS)} and batch.status = 'SETTLED'
        and batch.chain_first is null
        and (select 1 from sync_request cites where cites.batch_id = batch.id) is null
        and (select 1 from deferred_operation cites
             where cites.batch_id = batch.id
               and (cites.state = 'OPEN' or cites.state = 'QUARANTINED')
             limit 1) is null
      order by batch.id limit ${limit} for update skip locked)
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}

/** Deletes names of batches as old as their receipts, oldest first. @returns how many. */
export async function pruneClientBatches(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from client_batch where (lineage_id, relationship_id, id) in (
      select lineage_id, relationship_id, id from client_batch
      where received_at < ${onceDaysAgo(FULL_RECEIPT_DAYS)}
      order by received_at limit ${limit} for update skip locked)
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}

/** Deletes purge orders that were acknowledged or withdrawn more than 400 days ago. @returns how many. */
export async function prunePurgeOrders(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    with acknowledged as (
      select id from purge_order where acknowledged_at < ${onceDaysAgo(PURGE_ORDER_DAYS)}
      order by acknowledged_at limit ${limit} for update skip locked
    ), withdrawn as (
      select id from purge_order
      where withdrawn_at < ${onceDaysAgo(PURGE_ORDER_DAYS)} and acknowledged_at is null
      order by withdrawn_at limit ${limit} for update skip locked
    )
    delete from purge_order where id in (
      select id from acknowledged union all select id from withdrawn limit ${limit})
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}
