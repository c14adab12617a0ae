import { sql } from "kysely";
import { FULL_RECEIPT_DAYS } from "../../../contract/sync/vocabulary.ts";
import type { Tx } from "../../transact.ts";
import { operationKey } from "../../operation-key.ts";
import { isFull } from "./stored-receipts.ts";

/**
 * Takes old replacements of operations away whose answers are gone: from then on their receipt says that another
 * was sent in its place. One statement does it, so that an admission knows it before and after.
 *
 * @returns how many were taken away.
 */
export async function pruneReplacements(tx: Tx, limit: number): Promise<number> {
  const { rows } = await sql`
    with old as materialized (
      select replacement.lineage_id, replacement.relationship_id, replacement.client_operation_id,
        known.op_key
      from operation_replacement replacement
      cross join lateral (
        select op_key, receipt_id from receipt where op_key = ${operationKey("replacement")} limit 1
      ) known
      where replacement.created_at
          < (select clock_now() - make_interval(days => ${FULL_RECEIPT_DAYS}))
        and not ${isFull("known.receipt_id")}
      order by replacement.created_at limit ${limit}
      for update of replacement skip locked
    ), told as (
      update receipt set verdict = -abs(verdict) from old where receipt.op_key = old.op_key
    )
    delete from operation_replacement replacement using old
    where replacement.lineage_id = old.lineage_id
      and replacement.relationship_id = old.relationship_id
      and replacement.client_operation_id = old.client_operation_id
    returning 1
  `.execute(tx.getKysely());
  return rows.length;
}
