import { remainingMs } from "../lanes/pauses.ts";
import type { Sql, Statement } from "../ports/sql.ts";
import { maybeNumberIn, textIn } from "../store/columns.ts";

/** The acts that the device repeats now, oldest first. */
export async function dueActs(sql: Sql, now: number): Promise<readonly string[]> {
  const rows = await sql.read({
    sql: `select act_id, online_act.next_retry_at ${WAITING} order by sequence`,
  });
  return rows.flatMap((row) =>
    remainingMs(maybeNumberIn(row, "next_retry_at"), now) > 0 ? [] : [textIn(row, "act_id")],
  );
}

/**
 * Milliseconds until the next act is due; null if none has a time. An act whose time is past was just tried.
 */
export async function nextDueMs(sql: Sql, now: number): Promise<number | null> {
  const [row] = await sql.read({
    sql: `select min(online_act.next_retry_at) as next ${WAITING} and online_act.next_retry_at > ?`,
    params: [now],
  });
  const next = row === undefined ? null : maybeNumberIn(row, "next");
  return next === null ? null : remainingMs(next, now);
}

/** The connection is back: acts that waited for it are due. */
export const ENDED_OFFLINE: Statement = {
  sql: `update online_act set next_retry_at = null, retry_count = 0
    where status = 'OPEN' and wait_reason = 'OFFLINE'`,
};

/** An act of the whole device may need the session of a person without an account: its part repeats it. */
const WAITING = `from online_act join cache_scope using (scope_id)
  where online_act.status = 'OPEN' and cache_scope.status not in ('SEALED', 'PURGING')`;
