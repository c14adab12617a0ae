import type { Sql } from "../../ports/sql.ts";
import { numberIn } from "../../store/columns.ts";

/**
 * The invariant of the queue, which holds after every transaction: each operation ever queued is accepted, rejected,
 * conflicted, discarded, purged or waiting.
 *
 * @returns null if the invariant holds, otherwise the counts that differ.
 */
export async function checkLaw(sql: Sql, scopeId: string): Promise<LawBreach | null> {
  const [row] = await sql.read({
    sql: `select enqueued, accepted, rejected, conflicted, discarded, purged,
        (select count(*) from sync_operation waiting
          where waiting.scope_id = cache_scope.scope_id and waiting.status in ('QUEUED', 'SYNCING')) as waiting
      from cache_scope where scope_id = ?`,
    params: [scopeId],
  });
  if (row === undefined) return null;
  const enqueued = numberIn(row, "enqueued");
  const parts = Object.fromEntries(PARTS.map((part) => [part, numberIn(row, part)]));
  const known = Object.values(parts).reduce((sum, count) => sum + count, 0);
  return known === enqueued ? null : { enqueued, ...parts };
}

/** Counts by name. */
export type LawBreach = Readonly<Record<string, number>>;

const PARTS = ["accepted", "rejected", "conflicted", "discarded", "purged", "waiting"] as const;
