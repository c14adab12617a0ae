import type { Core } from "../core.ts";
import type { SqlValue, Statement } from "../ports/sql.ts";
import type { Label } from "../store/sealed-rows.ts";

/**
 * Statements that store snapshots of many scopes, one for each 500 rows. A row is stored only if its scope is open and
 * still has the cache key that sealed it. This keeps rows out after a purge.
 */
export async function saveSnapshots<Content>(
  { rows }: Pick<Core, "rows">,
  snapshots: readonly NewSnapshot<Content>[],
): Promise<readonly Statement[]> {
  const sealed = await Promise.all(
    snapshots.map(async ({ scopeId, kind, id, cacheKey, label, content, ...facts }) => [
      scopeId,
      kind,
      id,
      facts.revision,
      facts.localDate ?? null,
      facts.position,
      facts.readAt,
      await rows.seal(cacheKey, label, content),
      cacheKey,
    ]),
  );
  const statements: Statement[] = [];
  for (let from = 0; from < sealed.length; from += ROWS_AT_ONCE)
    statements.push(insertStatement(sealed.slice(from, from + ROWS_AT_ONCE)));
  return statements;
}

/** A snapshot to store. */
export interface NewSnapshot<Content> {
  readonly scopeId: string;
  readonly kind: string;
  readonly id: string;
  readonly revision: number | null;
  readonly localDate?: string;
  /** Its place in the server's list; null if it was read alone, which leaves a known place as it is. */
  readonly position: number | null;
  readonly readAt: number;
  readonly cacheKey: string;
  readonly label: Label<Content>;
  readonly content: Content;
}

/** Nine parameters each: far below the 32,766 that SQLite allows. */
const ROWS_AT_ONCE = 500;

/** An older revision never replaces a newer one. A list or a detail of the same revision does. */
function insertStatement(rows: readonly (readonly SqlValue[])[]): Statement {
  const places = rows.map(() => "(?, ?, ?, ?, ?, ?, ?, ?, ?)").join(", ");
  return {
    sql: `with arrived (scope_id, kind, id, revision, local_date, position, read_at, body, sealed_with)
        as (values ${places})
      insert into snapshot (scope_id, kind, id, revision, local_date, position, read_at, body)
      select scope_id, kind, id, revision, local_date, position, read_at, body
      from arrived join cache_scope using (scope_id)
      where cache_key = sealed_with and status not in ('SEALED', 'PURGING')
      on conflict (scope_id, kind, id) do update set revision = excluded.revision,
        local_date = excluded.local_date, position = coalesce(excluded.position, snapshot.position),
        read_at = excluded.read_at, body = excluded.body
      where coalesce(excluded.revision, 0) >= coalesce(snapshot.revision, 0)`,
    params: rows.flat(),
  };
}
