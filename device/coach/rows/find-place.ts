import type { Core } from "../../core.ts";
import { maybeNumberIn, textIn } from "../../store/columns.ts";
import { OPEN_SCOPE } from "../open-scope.ts";

/** Where a row of the inbox belongs; null if this device does not have it. */
export async function findPlace({ ports }: Core, taskId: string): Promise<RowPlace | null> {
  const [row] = await ports.sql.read({
    sql: `select scope_id, workspace_id, revision
      from snapshot join cache_scope scope using (scope_id)
      where kind = 'coach_task' and id = ? and ${OPEN_SCOPE}`,
    params: [taskId],
  });
  if (row === undefined) return null;
  return {
    scopeId: textIn(row, "scope_id"),
    workspaceId: textIn(row, "workspace_id"),
    revision: maybeNumberIn(row, "revision"),
  };
}

/** The scope and workspace of a row, and the revision that the device shows. */
export interface RowPlace {
  readonly scopeId: string;
  readonly workspaceId: string;
  readonly revision: number | null;
}
