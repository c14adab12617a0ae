import type { MEMBER_PERMISSIONS } from "../workspaces/vocabulary.ts";

/**
 * Status of a media record. Only READY media can be shown or attached to an operation. The upkeep deletes the bytes
 * of ERASING media, then the record.
 */
export const MEDIA_STATUSES = ["PENDING", "READY", "REJECTED", "EXPIRED", "ERASING"] as const;
export type MediaStatus = (typeof MEDIA_STATUSES)[number];

/** Status of one attempt to upload the bytes of a media record; all but PENDING are final. */
export const UPLOAD_STATUSES = ["PENDING", "READY", "REJECTED", "EXPIRED", "TERMINATED"] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** Faults in the bytes of a complete upload. */
export const MEDIA_REJECTIONS = ["SIZE_MISMATCH", "HASH_MISMATCH", "TYPE_MISMATCH"] as const;
export type MediaRejection = (typeof MEDIA_REJECTIONS)[number];

/** Kinds of media that a purpose may accept. */
export const MEDIA_KINDS = ["IMAGE", "VIDEO", "AUDIO"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/**
 * Accepted content types: their kind, file name extension, and the possible first bytes of such a file. A container
 * says less than its name: recorders write audio into a plain MP4 or WebM.
 */
export const MEDIA_TYPES = {
  "image/jpeg": { kind: "IMAGE", ending: "jpg", looksLike: ["image/jpeg"] },
  "image/png": { kind: "IMAGE", ending: "png", looksLike: ["image/png"] },
  "image/webp": { kind: "IMAGE", ending: "webp", looksLike: ["image/webp"] },
  "image/heic": { kind: "IMAGE", ending: "heic", looksLike: ["image/heic", "image/heif"] },
  "image/heif": { kind: "IMAGE", ending: "heif", looksLike: ["image/heif", "image/heic"] },
  "video/mp4": { kind: "VIDEO", ending: "mp4", looksLike: ["video/mp4", "video/x-m4v"] },
  "video/quicktime": { kind: "VIDEO", ending: "mov", looksLike: ["video/quicktime"] },
  "video/webm": { kind: "VIDEO", ending: "webm", looksLike: ["video/webm"] },
  "video/3gpp": { kind: "VIDEO", ending: "3gp", looksLike: ["video/3gpp"] },
  "audio/mp4": {
    kind: "AUDIO",
    ending: "m4a",
    looksLike: ["audio/mp4", "audio/x-m4a", "video/mp4"],
  },
  "audio/aac": { kind: "AUDIO", ending: "aac", looksLike: ["audio/aac"] },
  "audio/mpeg": { kind: "AUDIO", ending: "mp3", looksLike: ["audio/mpeg"] },
  "audio/ogg": { kind: "AUDIO", ending: "ogg", looksLike: ["audio/ogg", "audio/ogg; codecs=opus"] },
  "audio/wav": { kind: "AUDIO", ending: "wav", looksLike: ["audio/wav"] },
  "audio/webm": { kind: "AUDIO", ending: "weba", looksLike: ["audio/webm", "video/webm"] },
} as const satisfies Record<
  string,
  { readonly kind: MediaKind; readonly ending: string; readonly looksLike: readonly string[] }
>;
export type MediaType = keyof typeof MEDIA_TYPES;

const MIB = 1024 * 1024;

/** Purposes of media: the accepted kinds and the maximum size of a file. */
export const UPLOAD_PURPOSES = {
  PROGRESS_PHOTO: { kinds: ["IMAGE"], mostBytes: 25 * MIB },
  MEAL_PHOTO: { kinds: ["IMAGE"], mostBytes: 25 * MIB },
  FORM_CHECK: { kinds: ["VIDEO", "IMAGE"], mostBytes: 512 * MIB },
  VOICE_NOTE: { kinds: ["AUDIO"], mostBytes: 50 * MIB },
  MESSAGE: { kinds: ["IMAGE", "VIDEO", "AUDIO"], mostBytes: 100 * MIB },
} as const satisfies Record<
  string,
  { readonly kinds: readonly MediaKind[]; readonly mostBytes: number }
>;
export type UploadPurpose = keyof typeof UPLOAD_PURPOSES;

/** The permission that a member needs to see the files of a purpose in a client's list. */
export const FILE_PERMISSIONS = {
  PROGRESS_PHOTO: "client.profile.read",
  MEAL_PHOTO: "nutrition.review",
  FORM_CHECK: "programs.review",
  VOICE_NOTE: "messages.read",
  MESSAGE: "messages.read",
} as const satisfies Record<UploadPurpose, (typeof MEMBER_PERMISSIONS)["OWNER"][number]>;

/** Purposes whose media may be uploaded after their operation was accepted. */
export const LATE_PURPOSES: readonly UploadPurpose[] = ["MEAL_PHOTO", "FORM_CHECK"];

/** Maximum size of any file, in bytes. */
export const MOST_MEDIA_BYTES = Math.max(
  ...Object.values(UPLOAD_PURPOSES).map(({ mostBytes }) => mostBytes),
);

/** Limits of stored and running uploads. */
export interface MediaLimits {
  /** Bytes of all media of one relationship, whoever uploaded them. */
  readonly relationshipBytes: number;
  /** Running uploads of one person for one relationship. */
  readonly openUploads: number;
}

/** Defaults; the configuration may change them. */
export const MEDIA_LIMITS: MediaLimits = { relationshipBytes: 2_048 * MIB, openUploads: 50 };

/** Hours within which the bytes of an announced file have to arrive (docs/rooms/media.md#uploads). */
export const UPLOAD_HOURS = 24;

/** Minutes without progress after which the upkeep checks whether an upload is complete. */
export const LEFT_UPLOAD_MINUTES = 5;

/** Days for which media without an accepted operation are kept. */
export const UNREFERENCED_MEDIA_DAYS = 30;

/** Days for which a finished upload is kept; its media record stays. */
export const FINAL_UPLOAD_DAYS = 90;

/** Hours after which a stored file without a record is deleted. */
export const UNKNOWN_FILE_HOURS = 48;

/**
 * Days for which the mark of an erasure is kept (docs/personal-data.md#marks-of-erasures). This is far longer than
 * any backup is kept: restoring a backup without the mark would bring the person back for good.
 */
export const ERASURE_MARK_DAYS = 90;

/** Version of the tus protocol; every request but OPTIONS names it. */
export const TUS_VERSION = "1.0.0";

/** Supported protocol extensions. `creation` is not among them, because an upload is created by an intent. */
export const TUS_EXTENSIONS = ["termination", "expiration"] as const;

/** Content type of a chunk of a file. */
export const UPLOAD_CONTENT_TYPE = "application/offset+octet-stream";

/** Slices of the media upkeep; each depends on those before it. */
export const MEDIA_UPKEEP = [
  "FINISH_UPLOADS",
  "EXPIRE_UPLOADS",
  "EXPIRE_UNREFERENCED",
  "REMOVE_FILES",
  "REMOVE_UNKNOWN_FILES",
  "FORGET_MEDIA",
  "FORGET_UPLOADS",
  "FORGET_WAITS",
] as const;
export type MediaUpkeep = (typeof MEDIA_UPKEEP)[number];
