import type { ClientFileAnswer } from "../../contract/media/files-schema.ts";
import type { MediaAnswer, Upload } from "../../contract/media/schema.ts";
import { MEDIA_TYPES } from "../../contract/media/vocabulary.ts";
import type { ClientFileRow } from "../../db/media/files/queries.ts";
import type { MediaView, UploadView } from "../../db/media/queries.ts";

/** URL path of an upload, relative to the API. */
const uploadPath = (uploadId: string) => `/api/v1/uploads/${uploadId}`;

/** An upload in wire form, without its storage key. */
export function presentUpload(upload: UploadView, publicUrl: string): Upload {
  const status = upload.isOverdue ? "EXPIRED" : upload.status;
  const open = status === "PENDING";
  const { uploadId, mediaId, purpose, contentType, contentHash, sizeBytes } = upload;
  return {
    uploadId,
    mediaId,
    uploadUrl: open ? `${publicUrl}${uploadPath(uploadId)}` : null,
    expiresAt: open ? upload.expiresAt : null,
    status,
    rejectionCode: upload.rejectionCode,
    purpose,
    contentType,
    contentHash,
    sizeBytes,
    receivedBytes: upload.receivedBytes,
  };
}

/** Media in wire form, without their storage key. */
export function presentMedia(
  { storageKey: _storageKey, ...media }: MediaView,
  publicUrl: string,
): MediaAnswer {
  return { ...media, contentUrl: contentUrl(media.mediaId, publicUrl) };
}

/** A file of a client's list in wire form. */
export function presentFile({ id, ...file }: ClientFileRow, publicUrl: string): ClientFileAnswer {
  const { kind } = MEDIA_TYPES[file.contentType];
  return { mediaId: id, kind, ...file, contentUrl: contentUrl(id, publicUrl) };
}

const contentUrl = (mediaId: string, publicUrl: string) =>
  `${publicUrl}/api/v1/media/${mediaId}/content`;
