import { type Expression, expressionBuilder, sql } from "kysely";
import type { SyncEntityType } from "../../../contract/sync/vocabulary.ts";

/**
 * SQL of the records of `relationship` that changed after a counter, as JSON, each record once; empty without a
 * counter.
 */
export function changesSince(seq: Counter) {
  if (seq === null) return cast<readonly ScopeChanged[]>(sql.lit("[]"), "json");
  return sql<readonly ScopeChanged[]>`(
    select coalesce(
      json_agg(distinct jsonb_build_object('type', kind.key, 'id', changed.id)), '[]')
    from scope_change change
    cross join lateral jsonb_each(change.changes) kind
    cross join lateral jsonb_array_elements_text(kind.value) changed (id)
    where change.relationship_id = relationship.id and change.seq > ${seq}::bigint)`;
}

/** A counter, or the expression of it in a prepared statement; null for none. */
type Counter = number | Expression<number | null> | null;

const { cast, lit } = expressionBuilder();

/** SQL of whether all changes of `relationship` after a counter are still stored, up to the counter of `scope`. */
export function isWholeSince(seq: Counter) {
  if (seq === null) return lit(true);
  return sql<boolean>`(${seq}::bigint is null or scope.seq - ${seq}::bigint <= (
    select count(*) from scope_change change
    where change.relationship_id = relationship.id and change.seq > ${seq}::bigint))`;
}

/** A changed record, with its type. */
export interface ScopeChanged {
  readonly type: SyncEntityType;
  readonly id: string;
}
