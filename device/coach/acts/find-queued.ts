import type { Core } from "../../core.ts";
import { isSameAct, type RepeatedAct } from "../../outbox/is-same-act.ts";
import { textIn } from "../../store/columns.ts";
import type { QueuedAct } from "../types.ts";

/**
 * An act that this device has queued under an id; null if it has none.
 *
 * @throws ActionFault ID_TAKEN if another act has this id.
 */
export async function findQueued(core: Core, act: RepeatedAct): Promise<QueuedAct | null> {
  const { ports } = core;
  const { id: clientOperationId } = act;
  if (!(await isSameAct(core, act))) return null;
  const [row] = await ports.sql.read({
    sql: "select scope_id from sync_operation where client_operation_id = ?",
    params: [clientOperationId],
  });
  return row === undefined ? null : { clientOperationId, scopeId: textIn(row, "scope_id") };
}
