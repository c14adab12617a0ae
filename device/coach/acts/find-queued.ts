import type { Core } from "../../core.ts";
import { textIn } from "../../store/columns.ts";
import type { QueuedAct } from "../types.ts";

/** An operation that this device has queued under an id; null if it has none. */
export async function findQueued(
  { ports }: Core,
  clientOperationId: string,
): Promise<QueuedAct | null> {
  const [row] = await ports.sql.read({
    sql: "select scope_id from sync_operation where client_operation_id = ?",
    params: [clientOperationId],
  });
  return row === undefined ? null : { clientOperationId, scopeId: textIn(row, "scope_id") };
}
