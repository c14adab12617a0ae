import type { Ports } from "../../ports/ports.ts";
import { removeOrphans } from "./remove-orphans.ts";

/**
 * Deletes the files whose actions were all discarded, once no discard can be undone any more
 * (`centre/discard/expired-discards.ts`). A file that the person attached again stays for its next action.
 */
export async function removeDiscarded(ports: Ports): Promise<void> {
  const { sql } = ports;
  const found = await sql.read({ sql: `select 1 from media where ${DISCARDED} limit 1` });
  if (found.length === 0) return;
  await sql.write([{ sql: `delete from media where ${DISCARDED}` }]);
  await removeOrphans(ports);
}

const DISCARDED = `awaits_action = 0
  and exists (select 1 from media_attachment named where named.media_id = media.media_id)
  and not exists (select 1 from media_attachment named join sync_operation using (client_operation_id)
    where named.media_id = media.media_id
      and (sync_operation.status <> 'DISCARDED' or sync_operation.undo_until is not null))`;
