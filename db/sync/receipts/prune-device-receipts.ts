import { sql } from "kysely";
import type { FinalStatus } from "../../../contract/sync/vocabulary.ts";
import { firstRow, type Tx } from "../../transact.ts";
import { mayBePruned, prunedBefore } from "./prunable-receipt.ts";
import { tombstoneKey } from "../../tombstone-key.ts";

/** An old receipt, as far as pruning needs it. */
export interface OldReceipt {
  readonly chainSeq: number;
  readonly chainHash: string;
  readonly type: string;
  readonly version: number;
  readonly expectedRevision: number | null;
  readonly payloadChecksum: string;
  readonly status: FinalStatus;
  readonly code: string | null;
  /** A tombstone may take its place. */
  readonly prunable: boolean;
}

/**
 * Locks a device's old receipts: those that were kept, and the next `limit` that were not looked through.
 * The caller holds lineage and device.
 *
 * @returns their numbers.
 */
export async function lockOldReceipts(
  tx: Tx,
  deviceId: string,
  limit: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ chainSeq: number }>`
    select receipt.chain_seq::float8 as "chainSeq"
    from sync_operation receipt
    where receipt.device_id = ${deviceId} and receipt.decided_at < ${prunedBefore}
      and receipt.chain_seq <= (
        select coalesce(max(next.chain_seq), device.pruned_seq)
        from device
        left join lateral (
          select chain_seq from sync_operation
          where device_id = device.id and chain_seq > device.pruned_seq
          order by chain_seq limit ${limit}) next on true
        where device.id = ${deviceId}
        group by device.id)
    order by receipt.chain_seq
    for update
  `.execute(tx.getKysely());
  return rows.map(({ chainSeq }) => chainSeq);
}

/** Reads locked receipts, oldest first, with what was cited or resolved until now. */
export async function readOldReceipts(
  tx: Tx,
  deviceId: string,
  chainSeqs: readonly number[],
): Promise<readonly OldReceipt[]> {
  const { rows } = await sql<OldReceipt>`
    select receipt.chain_seq::float8 as "chainSeq", receipt.chain_hash as "chainHash", receipt.type,
      receipt.version, receipt.expected_revision::float8 as "expectedRevision",
      receipt.payload_checksum as "payloadChecksum", receipt.status, receipt.code,
      ${mayBePruned} as prunable
    from sync_operation receipt
    where receipt.device_id = ${deviceId} and receipt.chain_seq = any(${chainSeqs}::bigint[])
    order by receipt.chain_seq
  `.execute(tx.getKysely());
  return rows;
}

/** A verdict as tombstones name it. */
export interface NamedVerdict {
  readonly status: FinalStatus;
  readonly code: string;
  /** Of operations that others were sent in place of. */
  readonly replaced?: boolean;
}

/** Gives those verdicts a number that have none yet. */
export async function nameVerdicts(tx: Tx, verdicts: readonly NamedVerdict[]): Promise<void> {
  await sql`
    insert into tombstone_verdict (id, status, code, replaced)
    select (select coalesce(max(id), 0) from tombstone_verdict) + row_number() over (), status, code,
      replaced
    from (select distinct status, code, coalesce(replaced, false) as replaced
            from json_to_recordset(${JSON.stringify(verdicts)}::json)
              as row (status text, code text, replaced boolean)) named
    where not exists (select from tombstone_verdict known
                      where known.status = named.status and known.code = named.code
                        and known.replaced = named.replaced)
  `.execute(tx.getKysely());
}

/** A receipt to bury, with the fingerprint of its operation: half a SHA-256 as a UUID. */
export interface Burial {
  readonly chainSeq: number;
  readonly fingerprint: string;
  readonly code: string;
}

/**
 * Puts tombstones in the place of locked receipts; a receipt after one of them takes its hash along, so
 * that the chain can be verified on what is left.
 *
 * @throws Error when fewer were buried than given, a fault under the lock.
 */
export async function buryReceipts(
  tx: Tx,
  deviceId: string,
  burials: readonly Burial[],
): Promise<void> {
  const { rows } = await sql<{ made: number }>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(burials)}::json)
        as row ("chainSeq" bigint, fingerprint uuid, code text)
    ), gone as (
      delete from sync_operation receipt using given
      where receipt.device_id = ${deviceId} and receipt.chain_seq = given."chainSeq"
      returning receipt.*, given.fingerprint, given.code as verdict_code
    ), linked as (
      update sync_operation receipt set previous_hash = gone.chain_hash
      from gone
      where receipt.device_id = ${deviceId} and receipt.chain_seq = gone.chain_seq + 1
        and not exists (select from given where given."chainSeq" = receipt.chain_seq)
    ), made as (
      insert into receipt_tombstone
        (op_key, fingerprint, receipt_id, canonical_id, revision, verdict, receipt_hash)
      select ${tombstoneKey("gone")} as op_key, gone.fingerprint,
        gone.receipt_id, gone.canonical_record_id, gone.accepted_revision, verdict.id,
        decode(gone.chain_hash, 'hex')
      from gone
      join tombstone_verdict verdict
        on verdict.status = gone.status and verdict.code = gone.verdict_code
          and not verdict.replaced
      order by op_key
      returning 1
    )
    select count(*)::int as made from made
  `.execute(tx.getKysely());
  if (firstRow(rows).made !== burials.length)
    throw new Error("Fewer receipts were buried than there were to bury");
}

/** Notes how far a device's receipts were looked through, and what is left of them until there. */
export async function recordPruned(
  tx: Tx,
  deviceId: string,
  last: Pick<OldReceipt, "chainSeq" | "chainHash">,
): Promise<void> {
  await sql`
    update device
    set pruned_hash = case when ${last.chainSeq}::bigint > pruned_seq then ${last.chainHash}
                           else pruned_hash end,
      pruned_seq = greatest(pruned_seq, ${last.chainSeq}::bigint),
      kept_digest = (
        select encode(sha256(convert_to(coalesce(string_agg(
          kept.chain_seq || ' ' || kept.chain_hash || chr(10), '' order by kept.chain_seq), ''), 'UTF8')), 'hex')
        from sync_operation kept
        where kept.device_id = device.id
          and kept.chain_seq <= greatest(device.pruned_seq, ${last.chainSeq}::bigint))
    where id = ${deviceId}
  `.execute(tx.getKysely());
}
