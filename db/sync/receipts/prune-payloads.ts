import { sql } from "kysely";
import { RAW_PAYLOAD_DAYS } from "../../../contract/sync/support-vocabulary.ts";
import type { Tx } from "../../transact.ts";

/** SQL of the instant before which nothing raw is kept. */
const keptSince = sql`(select clock_now()) - make_interval(days => ${RAW_PAYLOAD_DAYS})`;

/**
 * Deletes requests of more than 90 days ago, oldest first. Ids of batches are made in the order of time:
 * `before` is one of that time, so that none but the oldest are looked at.
 *
 * @returns how many were deleted.
 */
export async function prunePayloads(
  tx: Tx,
  slice: { readonly before: string; readonly limit: number },
): Promise<number> {
  const { rows } = await sql`
    delete from sync_request where batch_id in (
      select batch_id from sync_request
      where batch_id < ${slice.before}::uuid and received_at < ${keptSince}
      order by batch_id limit ${slice.limit} for update skip locked)
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}

/**
 * Empties the envelopes of operations deferred more than 90 days ago, oldest first, unless one is still to
 * be tried. What became of them stays.
 *
 * @returns how many were emptied.
 */
export async function pruneEnvelopes(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    update deferred_operation deferral set envelope = ''
    from (
      select lineage_id, relationship_id, client_operation_id from deferred_operation
      where state <> 'OPEN' and envelope <> '' and created_at < ${keptSince}
      order by created_at limit ${limit} for update skip locked) old
    where deferral.lineage_id = old.lineage_id and deferral.relationship_id = old.relationship_id
      and deferral.client_operation_id = old.client_operation_id
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}
