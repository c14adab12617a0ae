import type { Ports } from "../../ports/ports.ts";
import { removeOrphans } from "./remove-orphans.ts";

/**
 * Deletes files that nothing can ask for any more. The server has them, and their actions were pruned: until then a
 * restored server may ask for an action again, and for its files with it. Files of discarded actions go too.
 */
export async function pruneMedia(ports: Ports, scopeId: string): Promise<void> {
  await ports.sql.write([
    { sql: `delete from media where scope_id = ? and status = 'STORING'`, params: [scopeId] },
    {
      sql: `delete from media where scope_id = ? and is_named = 1 and case
        when exists (select 1 from media_attachment named where named.media_id = media.media_id)
        then not exists (select 1 from media_attachment named join sync_operation using (client_operation_id)
          where named.media_id = media.media_id and sync_operation.status <> 'DISCARDED')
        else status = 'RECEIVED' end`,
      params: [scopeId],
    },
  ]);
  await removeOrphans(ports);
}
