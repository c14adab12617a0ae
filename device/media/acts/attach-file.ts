import {
  MEDIA_TYPES,
  type MediaKind,
  UPLOAD_PURPOSES,
} from "../../../contract/media/vocabulary.ts";
import type { Core } from "../../core.ts";
import type { ChosenFile, Files } from "../../ports/files.ts";
import type { Statement } from "../../ports/sql.ts";
import { bytesIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import { contentHasher } from "../files/content-hasher.ts";
import { PART_BYTES, partCount, removeParts, writePart } from "../files/sealed-parts.ts";
import { listMedia, mediaLabel, type MediaRow } from "../media-row.ts";
import type { Attached, NewFile } from "../types.ts";

/**
 * Stores a file: first a row that does not count yet, then its sealed parts, then the row with the hash. A kill in
 * between leaves a row that the next start deletes with its parts, and never a row without bytes.
 *
 * Calls for one scope must be serialised, so that the same content is stored once.
 */
export async function attachFile(media: AttachingMedia, file: NewFile): Promise<Attached> {
  const chosen = "bytes" in file ? fileOf(file.bytes) : await media.files.open(file.file);
  const code = refusalOf(file, chosen);
  if (code !== null) return { kind: "REFUSED", code };
  const mediaId = media.core.ports.random.uuid();
  await media.core.ports.sql.write([beginStatement(media, { ...file, mediaId }, chosen)]);
  try {
    const contentHash = await storeParts(media, mediaId, chosen);
    const known = await findSame(media, file, contentHash);
    if (known === null) await keep(media, mediaId, contentHash);
    else await forget(media, mediaId, chosen);
    return { kind: "ATTACHED", mediaId: known ?? mediaId };
  } catch (error) {
    // The disk is full, or a purge deleted the row. After a failure here, the next start deletes what is left.
    await forget(media, mediaId, chosen).catch(() => null);
    throw error;
  }
}

/** The dependencies of storing a file in a scope. */
export interface AttachingMedia {
  readonly core: Core;
  readonly files: Files;
  readonly scope: ScopeRow;
}

function fileOf(bytes: Uint8Array<ArrayBuffer>): ChosenFile {
  return { sizeBytes: bytes.length, read: async (from, to) => bytes.subarray(from, to) };
}

/** The limits of the server, so that a file that it would refuse is never stored. */
function refusalOf({ purpose, type }: NewFile, { sizeBytes }: ChosenFile) {
  const { kinds, mostBytes }: { readonly kinds: readonly MediaKind[]; readonly mostBytes: number } =
    UPLOAD_PURPOSES[purpose];
  if (sizeBytes === 0) return "EMPTY";
  if (sizeBytes > mostBytes) return "TOO_LARGE";
  return kinds.includes(MEDIA_TYPES[type].kind) ? null : "TYPE_NOT_ACCEPTED";
}

function beginStatement(
  { core, scope }: AttachingMedia,
  { mediaId, purpose, type }: NewFile & { readonly mediaId: string },
  { sizeBytes }: ChosenFile,
) {
  return {
    sql: `insert into media (media_id, scope_id, purpose, content_type, size_bytes, status, created_at, device_ids)
      select ?, scope_id, ?, ?, ?, 'STORING', ?, ${DEVICE_IDS} from cache_scope
      where scope_id = ? and queue_key = ? and status not in ('SEALED', 'PURGING')`,
    params: [
      mediaId,
      purpose,
      type,
      sizeBytes,
      core.ports.clock.now(),
      scope.scopeId,
      scope.queueKey,
    ],
    changes: 1,
  };
}

/** The device at the instant of the transaction: purge orders to it reach the file. */
const DEVICE_IDS = `(select iif(device_id is null, '[]', json_array(device_id)) from device_metadata)`;

/** @returns the hash of the content. */
async function storeParts(
  { core, files, scope: { queueKey } }: AttachingMedia,
  mediaId: string,
  chosen: ChosenFile,
): Promise<string> {
  const { sizeBytes } = chosen;
  const hasher = contentHasher(core.ports.digest, sizeBytes);
  for (let index = 0; index < partCount(sizeBytes); index += 1) {
    const from = index * PART_BYTES;
    const bytes = await chosen.read(from, Math.min(from + PART_BYTES, sizeBytes));
    hasher.add(bytes);
    await writePart({ ports: core.ports }, { files, queueKey, mediaId }, { index, bytes });
  }
  return await hasher.end();
}

/** The file with the same content, purpose and type; null if there is none. */
async function findSame(
  { core, scope }: AttachingMedia,
  { purpose, type }: NewFile,
  contentHash: string,
): Promise<string | null> {
  for (const known of await listMedia(core.ports.sql, scope.scopeId)) {
    if (known.purpose !== purpose || known.type !== type) continue;
    const sealed = bytesIn(known.row, "body");
    const opened = await core.rows.open(scope.queueKey, mediaLabel(known.mediaId), sealed);
    if (opened?.content.contentHash !== contentHash) continue;
    const [found] = await core.ports.sql.write(attachAgain(known));
    // It may have been deleted meanwhile, with the last action that named it.
    return found === 1 ? known.mediaId : null;
  }
  return null;
}

/** A file that the person attaches again stays for the next action that names it. A refused one is sent again. */
function attachAgain({ mediaId }: MediaRow): readonly Statement[] {
  const params = [mediaId];
  return [
    { sql: `update media set awaits_action = 1 where media_id = ?`, params },
    {
      sql: `update media set status = 'STORED', upload_id = null, sent_bytes = 0, rejection_code = null,
        wait_reason = null, next_retry_at = null, retry_count = 0 where media_id = ? and status = 'REJECTED'`,
      params,
    },
  ];
}

async function keep({ core, scope }: AttachingMedia, mediaId: string, contentHash: string) {
  const body = await core.rows.seal(scope.queueKey, mediaLabel(mediaId), { contentHash });
  await core.ports.sql.write([
    {
      sql: `update media set status = 'STORED', body = ? where media_id = ? and status = 'STORING'`,
      params: [body, mediaId],
      changes: 1,
    },
  ]);
  core.changes.emit(scope.scopeId);
}

async function forget(
  { core, files }: AttachingMedia,
  mediaId: string,
  { sizeBytes }: ChosenFile,
): Promise<void> {
  await removeParts(files, { mediaId, sizeBytes });
  await core.ports.sql.write([
    { sql: `delete from media where media_id = ? and status = 'STORING'`, params: [mediaId] },
  ]);
}
