import type { Attachment } from "../../contract/media/schema.ts";
import type { MediaStatus, UploadPurpose, UploadStatus } from "../../contract/media/vocabulary.ts";
import { isLive } from "./judge-announcement.ts";

/** The state of the media of one operation (docs/rooms/media.md#attachments). */
export function judgeAttachments(
  attachments: readonly Attachment[],
  named: ReadonlyMap<string, ReferencedUpload>,
  now: Date,
): AttachmentJudgement {
  const found = attachments.map((attachment) => ({
    attachment,
    upload: named.get(attachment.uploadId),
  }));
  const misfit = found.some(
    ({ attachment, upload }) => upload !== undefined && upload.purpose !== attachment.purpose,
  );
  if (misfit) return { kind: "REFUSED" };
  const uploads = found.flatMap(({ upload }) => upload ?? []);
  const gone = uploads.filter((upload) => !isThere(upload) && !isLive(upload, now));
  if (gone.length > 0 || uploads.length < attachments.length)
    return { kind: "EXPIRED", uploadIds: gone.map(({ uploadId }) => uploadId) };
  const media = uploads.map((upload) => ({
    uploadId: upload.uploadId,
    mediaId: upload.mediaId,
    purpose: upload.purpose,
    isReady: isThere(upload),
  }));
  const coming = uploads.filter((upload) => !isThere(upload));
  if (coming.length === 0) return { kind: "THERE", media };
  const until = new Date(Math.min(...coming.map(({ expiresAt }) => expiresAt.getTime())));
  return { kind: "PENDING", media, until };
}

/** An upload that an operation names, if it belongs to the sender. */
export interface ReferencedUpload {
  readonly uploadId: string;
  readonly mediaId: string;
  readonly purpose: UploadPurpose;
  readonly status: UploadStatus;
  readonly expiresAt: Date;
  readonly mediaStatus: MediaStatus;
}

/** Media attached to an operation. */
export interface AttachedMedia {
  readonly uploadId: string;
  readonly mediaId: string;
  readonly purpose: UploadPurpose;
  /** Whether its bytes have arrived. */
  readonly isReady: boolean;
}

/**
 * THERE: all media have arrived. PENDING: some are on their way, at the latest until then. EXPIRED: some will never
 * arrive and must be sent again, because they expired, were refused or canceled, or are unknown. REFUSED: an upload
 * has another purpose.
 */
export type AttachmentJudgement =
  | { readonly kind: "THERE"; readonly media: readonly AttachedMedia[] }
  | {
      readonly kind: "PENDING";
      readonly media: readonly AttachedMedia[];
      readonly until: Date;
    }
  | { readonly kind: "EXPIRED"; readonly uploadIds: readonly string[] }
  | { readonly kind: "REFUSED" };

function isThere({ mediaStatus }: ReferencedUpload): boolean {
  return mediaStatus === "READY";
}
