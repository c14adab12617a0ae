import type { Core } from "../../core.ts";
import type { Files } from "../../ports/files.ts";
import { isUnexpected } from "../../ports/sql.ts";
import { removeParts } from "../files/sealed-parts.ts";
import { findMedia } from "../media-row.ts";
import type { FileAbsent, FileRemoved } from "../types.ts";

/**
 * Removes a file from the actions that wait for it, then its bytes. A file of an action that is being sent, or that the
 * server has answered, stays: the server may ask for it again.
 */
export async function removeFile(
  { core, files, scopeId }: RemovingMedia,
  mediaId: string,
): Promise<FileRemoved | FileAbsent> {
  const { sql } = core.ports;
  const found = await findMedia(sql, scopeId, mediaId);
  if (found === null) return { kind: "ABSENT" };
  try {
    await sql.write([
      {
        sql: `delete from media where media_id = ?1 and scope_id = ?2 and not exists (${SENT})`,
        params: [mediaId, scopeId],
        changes: 1,
      },
    ]);
  } catch (fault) {
    // The scope changed under the act, for example by a purge.
    if (isUnexpected(fault)) return { kind: "ABSENT" };
    throw fault;
  }
  await removeParts(files, found);
  core.changes.emit(scopeId);
  return { kind: "REMOVED" };
}

/** The dependencies of removing a file of a scope. */
export interface RemovingMedia {
  readonly core: Core;
  readonly files: Files;
  readonly scopeId: string;
}

/** Actions with the file that do not wait any more, or would not if their discard is undone. */
const SENT = `select 1 from media_attachment join sync_operation using (client_operation_id)
  where media_attachment.media_id = ?1 and iif(undo_until is null, sync_operation.status, discarded_from)
      not in ('QUEUED', 'DISCARDED')`;
