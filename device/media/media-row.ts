import { MEDIA_TYPES, UPLOAD_PURPOSES } from "../../contract/media/vocabulary.ts";
import type { MediaType, UploadPurpose } from "../../contract/media/vocabulary.ts";
import type { Row, Sql } from "../ports/sql.ts";
import {
  maybeNumberIn,
  maybeTextIn,
  numberIn,
  oneOfIn,
  textIn,
  textsIn,
} from "../store/columns.ts";
import type { Label } from "../store/sealed-rows.ts";
import {
  FILE_REJECTIONS,
  FILE_STATUSES,
  FILE_WAITS,
  type FileStatus,
  type MediaFile,
} from "./types.ts";

/** The stored files of a scope, oldest first. Those whose bytes are still being stored are left out. */
export async function listMedia(sql: Sql, scopeId: string): Promise<readonly MediaRow[]> {
  const rows = await sql.read({
    sql: `select *, (select json_group_array(client_operation_id) from media_attachment
        where media_attachment.media_id = media.media_id) as operations,
      (select total(status <> 'DISCARDED') = 0 and count(*) > 0 from media_attachment
        join sync_operation using (client_operation_id)
        where media_attachment.media_id = media.media_id) as is_discarded
      from media where scope_id = ? and status <> 'STORING' order by created_at, media_id`,
    params: [scopeId],
  });
  return rows.map(mediaRow);
}

/** One stored file; null if this scope has none. */
export async function findMedia(
  sql: Sql,
  scopeId: string,
  mediaId: string,
): Promise<MediaRow | null> {
  return (await listMedia(sql, scopeId)).find((row) => row.mediaId === mediaId) ?? null;
}

/** A row of `media`. */
export interface MediaRow extends MediaFile {
  readonly status: FileStatus;
  /** Whether an action has named it. Others are drafts, which are not sent. */
  readonly isNamed: boolean;
  /** Whether all actions that name it were discarded. It is not sent unless one is brought back. */
  readonly isDiscarded: boolean;
  /** The upload at the server. */
  readonly uploadId: string | null;
  readonly retries: number;
  readonly row: Row;
}

/** The sealed part of a row of `media`. The hash is sealed because it identifies a known picture. */
export interface MediaBody {
  /** `sha-256:<hex>` */
  readonly contentHash: string;
}

/** Label of the sealed part of a row. */
export const mediaLabel = (mediaId: string): Label<MediaBody> => `media/${mediaId}`;

function mediaRow(row: Row): MediaRow {
  const rejection = maybeTextIn(row, "rejection_code");
  return {
    mediaId: textIn(row, "media_id"),
    purpose: oneOfIn(row, "purpose", PURPOSES),
    type: oneOfIn(row, "content_type", TYPES),
    sizeBytes: numberIn(row, "size_bytes"),
    status: oneOfIn(row, "status", FILE_STATUSES),
    sentBytes: numberIn(row, "sent_bytes"),
    waitsFor: row["wait_reason"] === null ? null : oneOfIn(row, "wait_reason", FILE_WAITS),
    retryAt: maybeNumberIn(row, "next_retry_at"),
    rejectionCode: rejection === null ? null : oneOfIn(row, "rejection_code", FILE_REJECTIONS),
    operations: textsIn(row, "operations"),
    isNamed: row["is_named"] === 1,
    isDiscarded: row["is_discarded"] === 1,
    uploadId: maybeTextIn(row, "upload_id"),
    retries: numberIn(row, "retry_count"),
    row,
  };
}

const isPurpose = (name: string): name is UploadPurpose => name in UPLOAD_PURPOSES;
const isType = (name: string): name is MediaType => name in MEDIA_TYPES;
const PURPOSES = Object.keys(UPLOAD_PURPOSES).filter(isPurpose);
const TYPES = Object.keys(MEDIA_TYPES).filter(isType);
