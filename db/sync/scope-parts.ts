import { sql } from "kysely";
import { wireInstant } from "../transact.ts";

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
