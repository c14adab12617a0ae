import type { MediaAnswer, Upload } from "../../contract/media/schema.ts";
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
  return { ...media, contentUrl: `${publicUrl}/api/v1/media/${media.mediaId}/content` };
}
