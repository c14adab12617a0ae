import type { MediaStatus, UploadStatus } from "../../contract/media/vocabulary.ts";

/** What is known of a media record. */
export interface KnownMedia {
  readonly status: MediaStatus;
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** One upload of it. */
export interface KnownUpload {
  readonly id: string;
  readonly purpose: string;
  readonly status: UploadStatus;
  readonly expiresAt: Date;
}

/** A file as it is announced, and when. */
export interface Announcement {
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly purpose: string;
  readonly now: Date;
}

/**
 * SAME: an upload under way, or one that is done, answers again. THERE: the media are, nothing is to be
 * sent. BEGIN: the bytes are to be sent, for the first time or once more. DIFFERS: this content was
 * announced with another size or type.
 */
export type AnnouncementJudgement =
  | { readonly kind: "SAME"; readonly uploadId: string }
  | { readonly kind: "THERE" }
  | { readonly kind: "BEGIN" }
  | { readonly kind: "DIFFERS" };

/**
 * What an announced file is to one already known under the same hash (docs/rooms/media.md#uploads). An
 * upload that ran out, was refused or called off is begun again and may be announced otherwise.
 */
export function judgeAnnouncement(
  media: KnownMedia,
  uploads: readonly KnownUpload[],
  announced: Announcement,
): AnnouncementJudgement {
  const live = uploads.filter((upload) => isLive(upload, announced.now));
  const isThere = media.status === "READY";
  const differs =
    media.sizeBytes !== announced.sizeBytes || media.contentType !== announced.contentType;
  if (differs && (isThere || live.length > 0)) return { kind: "DIFFERS" };
  const useful = isThere ? uploads.filter(({ status }) => status === "READY") : live;
  const same = useful.find(({ purpose }) => purpose === announced.purpose);
  if (same !== undefined) return { kind: "SAME", uploadId: same.id };
  return { kind: isThere ? "THERE" : "BEGIN" };
}

/** Whether bytes may still arrive. */
export function isLive(
  { status, expiresAt }: Pick<KnownUpload, "status" | "expiresAt">,
  now: Date,
) {
  return status === "PENDING" && expiresAt > now;
}
