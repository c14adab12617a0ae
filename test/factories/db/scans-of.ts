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
    await superuser.query(text, [...values]);
    const { rows } = await superuser.query<{ name: string; scans: number }>(
      `select relname as name, (seq_scan + coalesce(idx_scan, 0))::float8 as scans
       from pg_stat_xact_user_tables where starts_with(relname, $1) and seq_scan + coalesce(idx_scan, 0) > 0`,
      [prefix],
    );
    return Object.fromEntries(rows.map(({ name, scans }) => [name, scans]));
  } finally {
    await superuser.query("rollback");
  }
}
