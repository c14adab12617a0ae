import type { Client } from "pg";
import type { SentStatement } from "../../harness/record-statements.ts";

/**
 * Runs a statement and rolls it back. Returns the tables with names of a prefix that were scanned, also by functions,
 * each with its number of scans.
 */
export async function scansOf(
  superuser: Client,
  { text, values }: SentStatement,
  prefix: string,
): Promise<Readonly<Record<string, number>>> {
  await superuser.query("begin");
  try {
    const before = await countScans(superuser, prefix);
    await superuser.query(text, [...values]);
    const after = await countScans(superuser, prefix);
    const scans = [...after].map(
      ([name, count]) => [name, count - (before.get(name) ?? 0)] as const,
    );
    return Object.fromEntries(scans.filter(([, count]) => count > 0));
  } finally {
    await superuser.query("rollback");
  }
}

/** Scans of this session that it has not reported yet, also those of earlier transactions. */
async function countScans(superuser: Client, prefix: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await superuser.query<{ name: string; scans: number }>(
    `select relname as name, (seq_scan + coalesce(idx_scan, 0))::float8 as scans
     from pg_stat_xact_user_tables where starts_with(relname, $1)`,
    [prefix],
  );
  return new Map(rows.map(({ name, scans }) => [name, scans]));
}
