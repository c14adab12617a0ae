import type { Ports } from "../../ports/ports.ts";
import { removeDiscarded } from "./remove-discarded.ts";
import { removeOrphans } from "./remove-orphans.ts";

/**
 * Deletes files that nothing can request any more: the server has them, and their actions were pruned. Until then, a
 * restored server may request an action again, with its files. Files of discarded actions go too, once the discard is
 * final.
 */
export async function pruneMedia(ports: Ports, scopeId: string): Promise<void> {
  await ports.sql.write([
    { sql: `delete from media where scope_id = ? and status = 'STORING'`, params: [scopeId] },
    {
      sql: `delete from media where scope_id = ? and is_named = 1 and awaits_action = 0 and status = 'RECEIVED'
        and not exists (select 1 from media_attachment named where named.media_id = media.media_id)`,
      params: [scopeId],
    },
  ]);
  await removeDiscarded(ports);
  await removeOrphans(ports);
}
