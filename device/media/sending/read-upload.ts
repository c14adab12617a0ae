import { MEDIA_REJECTIONS, UPLOAD_STATUSES } from "../../../contract/media/vocabulary.ts";
import type { MediaRejection, UploadStatus } from "../../../contract/media/vocabulary.ts";
import { isJsonObject, numberAt, textAt } from "../../json.ts";

/**
 * Reads the server's answer about an upload; null if it is none. The address of an upload is its id, and the session
 * authorizes each request, so no signed address is stored.
 */
export function readUpload(data: unknown): KnownUpload | null {
  if (!isJsonObject(data)) return null;
  const uploadId = textAt(data, "uploadId");
  const status = UPLOAD_STATUSES.find((known) => known === data["status"]);
  if (uploadId === null || status === undefined) return null;
  return {
    uploadId,
    status,
    receivedBytes: numberAt(data, "receivedBytes") ?? 0,
    rejectionCode: MEDIA_REJECTIONS.find((known) => known === data["rejectionCode"]) ?? null,
  };
}

/** The fields of an upload that the device uses. */
export interface KnownUpload {
  readonly uploadId: string;
  readonly status: UploadStatus;
  readonly receivedBytes: number;
  readonly rejectionCode: MediaRejection | null;
}
