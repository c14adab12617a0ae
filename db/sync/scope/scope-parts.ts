import { sql } from "kysely";
import { wireInstant } from "../../transact.ts";

/** SQL of the hash of the receipt before `newest`, null at the start of the chain. */
export const hashBefore = sql<string | null>`coalesce(newest.previous_hash,
  (select before.chain_hash from sync_operation before
   where before.device_id = newest.device_id and before.chain_seq = newest.chain_seq - 1),
  (select pruned.pruned_hash from device pruned
   where pruned.id = newest.device_id and pruned.pruned_seq = newest.chain_seq - 1))`;

/** SQL of receipts as the read half shows them, JSON, newest first, from rows named `receipt`. */
export const shownReceipts = sql`(
  select coalesce(json_agg(json_build_object(
      'answer', receipt.answer, 'operationType', receipt.type,
      'operationVersion', receipt.version, 'canonicalRecordId', receipt.canonical_record_id,
      'accepted', receipt.status = 'ACCEPTED', 'decidedAt', ${wireInstant("receipt.decided_at")},
      'previousHash', receipt.hash_before, 'hash', receipt.chain_hash)
    order by receipt.chain_seq desc), '[]')
  from receipt)`;

/** SQL of whether every change of `relationship` after a counter is still there, up to `scope`'s own. */
export function isWholeSince(seq: number | null) {
  return sql<boolean>`(${seq}::bigint is null or scope.seq - ${seq}::bigint <= (
    select count(*) from scope_change change
    where change.relationship_id = relationship.id and change.seq > ${seq}::bigint))`;
}

/** SQL of what changed in `relationship` after a counter, JSON, each record once; empty without one. */
export function changesSince(seq: number | null) {
  return sql`(
    select coalesce(
      json_agg(distinct jsonb_build_object('type', kind.key, 'id', changed.id)), '[]')
    from scope_change change
    cross join lateral jsonb_each(change.changes) kind
    cross join lateral jsonb_array_elements_text(kind.value) changed (id)
    where change.relationship_id = relationship.id and change.seq > ${seq}::bigint)`;
}
