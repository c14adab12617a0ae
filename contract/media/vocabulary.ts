/**
 * Where a media record stands: only what is READY can be shown or taken along by an operation. Of what is
 * ERASING the upkeep removes the bytes, then the record.
 */
export const MEDIA_STATUSES = ["PENDING", "READY", "REJECTED", "EXPIRED", "ERASING"] as const;
export type MediaStatus = (typeof MEDIA_STATUSES)[number];

/** Where one attempt to send the bytes of a media record stands; all but PENDING are final. */
export const UPLOAD_STATUSES = ["PENDING", "READY", "REJECTED", "EXPIRED", "TERMINATED"] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** What was wrong with the bytes once they were all there. */
export const MEDIA_REJECTIONS = ["SIZE_MISMATCH", "HASH_MISMATCH", "TYPE_MISMATCH"] as const;
export type MediaRejection = (typeof MEDIA_REJECTIONS)[number];

/** Kinds of media that a purpose can take. */
export const MEDIA_KINDS = ["IMAGE", "VIDEO", "AUDIO"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/**
 * Content types that can be announced: their kind, the ending of a file's name, and what the first bytes of
 * such a file may look like. A container tells less than its name: recorders write sound into a plain MP4 or WebM.
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

/** What media are for, with the kinds each takes and the most bytes of one file. */
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

/** Purposes whose media may come after the operation that takes them along was accepted. */
export const LATE_PURPOSES: readonly UploadPurpose[] = ["MEAL_PHOTO", "FORM_CHECK"];

/** Most bytes of any file. */
export const MOST_MEDIA_BYTES = Math.max(
  ...Object.values(UPLOAD_PURPOSES).map(({ mostBytes }) => mostBytes),
);

/** How much may lie with us, or be on its way. */
export interface MediaLimits {
  /** Bytes of the media of one relationship, of all who send for it. */
  readonly relationshipBytes: number;
  /** Uploads that one person has under way for one relationship. */
  readonly openUploads: number;
}

/** Unless the installation says otherwise. */
export const MEDIA_LIMITS: MediaLimits = { relationshipBytes: 2_048 * MIB, openUploads: 50 };

/** Hours that the bytes of an announced file may take to arrive (docs/rules.md#media-uploads). */
export const UPLOAD_HOURS = 24;

/** Minutes that nothing is heard of an upload before the upkeep looks whether it is whole. */
export const LEFT_UPLOAD_MINUTES = 5;

/** Days that media are kept which no accepted operation took along. */
export const UNREFERENCED_MEDIA_DAYS = 30;

/** Days that a final upload is remembered; its media record stays. */
export const FINAL_UPLOAD_DAYS = 90;

/** Hours after which a stored file that no record knows is nobody's any more. */
export const UNKNOWN_FILE_HOURS = 48;

/**
 * Days that the mark of an erasure is kept (docs/personal-data.md#marks-of-erasures): far longer than any backup,
 * for one that is restored without it brings the person back for good.
 */
export const ERASURE_MARK_DAYS = 90;

/** Version of the tus protocol, which every request but OPTIONS names. */
export const TUS_VERSION = "1.0.0";

/** Protocol extensions that are offered; creation goes by an intent and is not among them. */
export const TUS_EXTENSIONS = ["termination", "expiration"] as const;

/** Content type of a part of a file on its way. */
export const UPLOAD_CONTENT_TYPE = "application/offset+octet-stream";

/** Slices of the upkeep of media, in the order they follow from each other. */
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
