import { findMedia } from "../media-row.ts";
import type { Attached, FileAbsent, NamedFile, NewFile } from "../types.ts";
import { attachFile, type AttachingMedia } from "./attach-file.ts";
import { removeFile } from "./remove-file.ts";

/**
 * Puts another file in the place of one, in every action that waits for it, and in those whose discard may be undone.
 * Attachments are not part of an action's checksum, so it keeps its id.
 */
export async function replaceFile(
  media: AttachingMedia,
  { mediaId, ...file }: NamedFile & NewFile,
): Promise<Attached | FileAbsent> {
  const { core, files, scope } = media;
  const { scopeId } = scope;
  const { sql } = core.ports;
  // A repeated call finds the file replaced, and the new one attached.
  const former = await findMedia(sql, scopeId, mediaId);
  const attached = await attachFile(media, file);
  if (attached.kind === "REFUSED" || attached.mediaId === mediaId) return attached;
  if (former === null) return attached;
  const waiting = `select client_operation_id from sync_operation where scope_id = ?3
    and (status = 'QUEUED' or (discarded_from = 'QUEUED' and undo_until is not null))`;
  const params = [attached.mediaId, mediaId, scopeId];
  await sql.write([
    {
      sql: `update sync_operation set wait_reason = 'MEDIA', next_retry_at = null, last_result = null
        where client_operation_id in (select client_operation_id from media_attachment where media_id = ?2)
          and client_operation_id in (${waiting})`,
      params,
    },
    {
      sql: `update media set is_named = 1, awaits_action = 0 where media_id = ?1 and exists (
        select 1 from media_attachment where media_id = ?2 and client_operation_id in (${waiting}))`,
      params,
    },
    {
      sql: `update or ignore media_attachment set media_id = ?1
        where media_id = ?2 and client_operation_id in (${waiting})`,
      params,
    },
  ]);
  await removeFile({ core, files, scopeId }, mediaId);
  return attached;
}
