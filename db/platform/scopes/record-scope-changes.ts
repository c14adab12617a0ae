import { sql } from "kysely";
import type { Tx } from "../transactions/transact.ts";
import { runNamed } from "../pipeline/run-named.ts";

/**
 * Increments the counters of locked relationships and stores what changed, so that the cursors of devices see it
 * (docs/rooms/storage.md#scope-changes). One statement; each relationship at most once.
 *
 * @throws Error if a relationship has no scope row.
 */
export async function recordScopeChanges(
  tx: Tx,
  scopes: readonly ScopeChanges[],
  now: Date,
): Promise<void> {
  if (scopes.length === 0) return;
  const statement = sql`
    with change as (
      select "relationshipId" as relationship_id, changes
      from jsonb_to_recordset(${JSON.stringify(scopes)}::jsonb) as row (
        "relationshipId" uuid, changes jsonb)
    ), moved as (
      update relationship_scope scope set seq = scope.seq + 1
      from change where change.relationship_id = scope.relationship_id
      returning scope.relationship_id, scope.seq
    )
    insert into scope_change (relationship_id, seq, changes, changed_at)
    select moved.relationship_id, moved.seq, change.changes, ${now}::timestamptz
    from moved join change using (relationship_id)
    returning 1
  `;
  const rows = await runNamed(tx, "scope-changes", statement);
  if (rows.length !== scopes.length) throw new Error("A relationship has no scope");
}

/** The changes of an act in one relationship: ids by type of record. */
export interface ScopeChanges {
  readonly relationshipId: string;
  readonly changes: Readonly<Record<string, readonly string[]>>;
}
