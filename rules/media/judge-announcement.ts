import type { MediaStatus, UploadStatus } from "../../contract/media/vocabulary.ts";

/**
 * Judges an announced file against the one known under the same hash (docs/rooms/media.md#uploads). An expired,
 * refused or canceled upload starts again and may be announced differently.
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

/** The stored facts of a media record. */
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

/** An announced file, with the time of the announcement. */
export interface Announcement {
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly purpose: string;
  readonly now: Date;
}

/**
 * SAME: an upload in progress or done, with the same answer. THERE: the media exist, no bytes are needed. BEGIN:
 * bytes are needed, for the first time or again. DIFFERS: this content was announced with another size or type.
 */
export type AnnouncementJudgement =
  | { readonly kind: "SAME"; readonly uploadId: string }
  | { readonly kind: "THERE" }
  | { readonly kind: "BEGIN" }
  | { readonly kind: "DIFFERS" };

/** Whether bytes may still arrive. */
export function isLive(
  { status, expiresAt }: Pick<KnownUpload, "status" | "expiresAt">,
  now: Date,
) {
  return status === "PENDING" && expiresAt > now;
}
