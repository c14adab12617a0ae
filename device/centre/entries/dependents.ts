import { QUICK_LOG_ACTIONS } from "../../../contract/agenda/task-actions.ts";
import type { Core } from "../../core.ts";
import { openEnvelope } from "../../outbox/envelope.ts";
import type { Row } from "../../ports/sql.ts";
import { textIn, textsIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";

/**
 * Finds the waiting operations that need another one: those that depend on it, and those that undo it. The server would
 * let the former wait for ever and refuse the latter.
 */
export async function loadDependents(core: Core, scope: ScopeRow): Promise<Dependents> {
  const rows = await core.ports.sql.read({
    sql: `select * from sync_operation where scope_id = ? and status in ('QUEUED', 'SYNCING')
      and (depends_on <> '[]' or operation_type = ?) order by local_sequence`,
    params: [scope.scopeId, UNDO],
  });
  const children = await Promise.all(
    rows.map(async (row) => ({
      id: textIn(row, "client_operation_id"),
      needs: [...textsIn(row, "depends_on"), ...(await undoneBy(core, scope, row))],
    })),
  );
  return { of: (id) => closureOf(id, children) };
}

/** Waiting operations by the one that they need. */
export interface Dependents {
  /** Ids of the operations that need this one, directly or through another, in local order. */
  of(clientOperationId: string): readonly string[];
}

const UNDO = QUICK_LOG_ACTIONS.UNDO.operationType;

interface Child {
  readonly id: string;
  readonly needs: readonly string[];
}

async function undoneBy(core: Core, scope: ScopeRow, row: Row): Promise<readonly string[]> {
  if (row["operation_type"] !== UNDO) return [];
  const undone = (await openEnvelope(core, scope, row))?.payload["undoesClientOperationId"];
  return typeof undone === "string" ? [undone] : [];
}

/** A parent may be queued after its child, so the search repeats until it finds nothing more. */
function closureOf(id: string, children: readonly Child[]): readonly string[] {
  const found = new Set([id]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const child of children)
      if (child.needs.some((needed) => found.has(needed))) found.add(child.id);
  }
  found.delete(id);
  return children.flatMap((child) => (found.has(child.id) ? child.id : []));
}
