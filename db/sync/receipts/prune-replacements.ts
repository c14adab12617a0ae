import { sql } from "kysely";
import { FULL_RECEIPT_DAYS } from "../../../contract/sync/retention-vocabulary.ts";
import type { Tx } from "../../transact.ts";
import { nameVerdicts, type NamedVerdict } from "./prune-device-receipts.ts";
import { tombstoneKey } from "../../tombstone-key.ts";

/** A replaced operation whose receipt is a tombstone. */
interface OldReplacement extends NamedVerdict {
  readonly lineageId: string;
  readonly relationshipId: string;
  readonly clientOperationId: string;
  readonly opKey: string;
}

/**
 * Takes old replacements of operations away whose receipts are tombstones: from then on the tombstone says
 * that another was sent in its place. One statement does it all, so that an admission knows it before and
 * after.
 *
 * @returns how many were taken away.
 */
export async function pruneReplacements(tx: Tx, limit: number): Promise<number> {
  const old = await lockOldReplacements(tx, limit);
  if (old.length === 0) return 0;
  await nameVerdicts(
    tx,
    old.map(({ status, code }) => ({ status, code, replaced: true })),
  );
  const { rows } = await sql`
    with old as (
      select * from json_to_recordset(${JSON.stringify(old)}::json) as row ("lineageId" uuid,
        "relationshipId" uuid, "clientOperationId" text, "opKey" uuid, status text, code text)
    ), told as (
      update receipt_tombstone tombstone set verdict = verdict.id
      from old join tombstone_verdict verdict
        on verdict.status = old.status and verdict.code = old.code and verdict.replaced
      where tombstone.op_key = old."opKey"
      returning tombstone.op_key
    )
    delete from operation_replacement replacement using old join told on told.op_key = old."opKey"
    where replacement.lineage_id = old."lineageId"
      and replacement.relationship_id = old."relationshipId"
      and replacement.client_operation_id = old."clientOperationId"
    returning 1
  `.execute(tx.getKysely());
  if (rows.length !== old.length) throw new Error("A tombstone was not told of a replacement");
  return rows.length;
}

async function lockOldReplacements(tx: Tx, limit: number): Promise<readonly OldReplacement[]> {
  const { rows } = await sql<OldReplacement>`
    select replacement.lineage_id as "lineageId", replacement.relationship_id as "relationshipId",
      replacement.client_operation_id as "clientOperationId", tombstone.op_key as "opKey",
      tombstone.status, tombstone.code
    from operation_replacement replacement
    cross join lateral (
      select buried.op_key, verdict.status, verdict.code
      from receipt_tombstone buried join tombstone_verdict verdict on verdict.id = buried.verdict
      where buried.op_key = ${tombstoneKey("replacement")}
      limit 1
    ) tombstone
    where replacement.created_at
      < (select clock_now() - make_interval(days => ${FULL_RECEIPT_DAYS}))
    order by replacement.created_at limit ${limit}
    for update of replacement skip locked
  `.execute(tx.getKysely());
  return rows;
}
