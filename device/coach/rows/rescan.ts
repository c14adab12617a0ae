import type { Statement } from "../../ports/sql.ts";

/** Key in `cache_metadata`: the scopes have to be read, because the inbox lost its cursor. */
export const RESCAN = "coach_rescan";

/** Remembers that the scopes have to be read, also after a kill. */
export function askForRescan(now: number): Statement {
  return {
    sql: `insert or replace into cache_metadata (key, value, updated_at) values (?, 'true', ?)`,
    params: [RESCAN, now],
  };
}
