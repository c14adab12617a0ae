import { sql } from "kysely";

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
