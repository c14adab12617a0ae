import type { Ports } from "../../ports/ports.ts";
import { textIn } from "../../store/columns.ts";
import type { Scope } from "../../types.ts";
import { removeDiscarded } from "../files/remove-discarded.ts";
import { removeOrphans } from "../files/remove-orphans.ts";

/**
 * Loads the part of each scope that has files to send or to delete. Files are deleted after their last action, and if a
 * kill left them half stored. Parts without a row go first, because no scope knows them.
 */
export async function continueUploads(
  ports: Ports,
  scopeOf: (scopeId: string) => Scope,
): Promise<void> {
  // If the files cannot be deleted, the next start tries again.
  await removeDiscarded(ports)
    .then(async () => await removeOrphans(ports))
    .catch(() => null);
  const found = await ports.sql.read({ sql: WITH_UPLOADS });
  for (const row of found) {
    const media = await scopeOf(textIn(row, "scope_id")).part("media");
    void media.send().catch(() => null);
  }
}

const WITH_UPLOADS = `
  select scope_id from media where is_named = 1
    and (status <> 'RECEIVED' or media_id not in (select media_id from media_attachment))
    or status = 'STORING'
  union select scope_id from sync_operation where status = 'QUEUED' and wait_reason = 'MEDIA'`;
