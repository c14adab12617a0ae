import type { Core } from "../../core.ts";
import { isUnexpected } from "../../ports/sql.ts";
import { maybeNumberIn, textIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import { undoStatements } from "./discard-statements.ts";
import { UNDO_MS } from "./expired-discards.ts";

/** Brings a discarded entry back, with those that were discarded with it. A repeated call changes nothing. */
export async function undoDiscard(
  core: Core,
  { scopeId }: ScopeRow,
  id: string,
): Promise<"RESTORED" | "TOO_LATE" | "ABSENT"> {
  const { sql, clock } = core.ports;
  const group = await sql.read({
    sql: `select client_operation_id, status, undo_until from sync_operation
      where scope_id = ?1 and discarded_with = (
        select discarded_with from sync_operation where client_operation_id = ?2)`,
    params: [scopeId, id],
  });
  if (group.length === 0) return "ABSENT";
  if (group.every((row) => row["status"] !== "DISCARDED")) return "RESTORED";
  const now = clock.now();
  if (!group.every((row) => isOpen(maybeNumberIn(row, "undo_until"), now))) return "TOO_LATE";
  const ids = group.map((row) => textIn(row, "client_operation_id"));
  try {
    await sql.write(undoStatements(scopeId, { ids, now }));
  } catch (fault) {
    // A purge order took the entries at this moment.
    if (isUnexpected(fault)) return "ABSENT";
    throw fault;
  }
  core.changes.emit(scopeId);
  return "RESTORED";
}

function isOpen(undoUntil: number | null, now: number): boolean {
  return undoUntil !== null && undoUntil > now && undoUntil <= now + UNDO_MS;
}
