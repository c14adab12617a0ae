import { BATCH_LIMITS } from "../../../contract/sync/vocabulary.ts";
import type { Core } from "../../core.ts";
import type { Statement } from "../../ports/sql.ts";
import { ActionFault } from "../../outbox/action-fault.ts";
import type { Action } from "../../outbox/types.ts";

/**
 * Statements that name the files of an operation. They run in the transaction that queues it. The operation waits
 * until the part `media` has announced them, and received those that the server needs first.
 *
 * @throws ActionFault FILE_UNKNOWN, TOO_MANY_FILES
 */
export async function nameFiles(
  { ports }: Core,
  scopeId: string,
  { clientOperationId, attachments = [] }: Pick<Action, "clientOperationId" | "attachments">,
): Promise<readonly Statement[]> {
  if (attachments.length === 0) return [];
  if (attachments.length > BATCH_LIMITS.attachments) throw new ActionFault("TOO_MANY_FILES");
  const named = JSON.stringify([...new Set(attachments)]);
  const files = `from json_each(?1) join media on media_id = value
    where scope_id = ?2 and media.status <> 'STORING'`;
  const found = await ports.sql.read({ sql: `select value ${files}`, params: [named, scopeId] });
  if (found.length < new Set(attachments).size) throw new ActionFault("FILE_UNKNOWN");
  return [
    {
      sql: `insert into media_attachment (client_operation_id, position, media_id)
        select ?3, json_each.key, media_id ${files}`,
      params: [named, scopeId, clientOperationId ?? null],
      changes: found.length,
    },
    {
      sql: `update media set is_named = 1, awaits_action = 0 where media_id in (select value from json_each(?))`,
      params: [named],
    },
    {
      sql: `update sync_operation set wait_reason = 'MEDIA' where client_operation_id = ?`,
      params: [clientOperationId ?? null],
    },
  ];
}
