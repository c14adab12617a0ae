// Generated from the API by `npm run device:types`.

import type { Open } from "./sync-types.ts";

/** A file that a device is about to send. */
export interface UploadRequest {
  readonly relationshipId: string;
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly contentType:
    | "image/jpeg"
    | "image/png"
    | "image/webp"
    | "image/heic"
    | "image/heif"
    | "video/mp4"
    | "video/quicktime"
    | "video/webm"
    | "video/3gpp"
    | "audio/mp4"
    | "audio/aac"
    | "audio/mpeg"
    | "audio/ogg"
    | "audio/wav"
    | "audio/webm";
  readonly purpose: "PROGRESS_PHOTO" | "MEAL_PHOTO" | "FORM_CHECK" | "VOICE_NOTE" | "MESSAGE";
}

/** An upload as its device sees it. If `uploadUrl` is null, there is nothing to send. */
export interface Upload {
  readonly uploadId: string;
  readonly mediaId: string;
  readonly uploadUrl: string | null;
  readonly expiresAt: string | null;
  readonly status: Open<"PENDING" | "READY" | "REJECTED" | "EXPIRED" | "TERMINATED">;
  readonly rejectionCode: Open<"SIZE_MISMATCH" | "HASH_MISMATCH" | "TYPE_MISMATCH"> | null;
  readonly purpose: Open<"PROGRESS_PHOTO" | "MEAL_PHOTO" | "FORM_CHECK" | "VOICE_NOTE" | "MESSAGE">;
  readonly contentType: Open<
    | "image/jpeg"
    | "image/png"
    | "image/webp"
    | "image/heic"
    | "image/heif"
    | "video/mp4"
    | "video/quicktime"
    | "video/webm"
    | "video/3gpp"
    | "audio/mp4"
    | "audio/aac"
    | "audio/mpeg"
    | "audio/ogg"
    | "audio/wav"
    | "audio/webm"
  >;
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly receivedBytes: number;
}

/** Available media, as shown to people who may see them. */
export interface Media {
  readonly mediaId: string;
  readonly relationshipId: string;
  /** The person who uploaded them. */
  readonly ownerUserId: string;
  readonly contentType: Open<
    | "image/jpeg"
    | "image/png"
    | "image/webp"
    | "image/heic"
    | "image/heif"
    | "video/mp4"
    | "video/quicktime"
    | "video/webm"
    | "video/3gpp"
    | "audio/mp4"
    | "audio/aac"
    | "audio/mpeg"
    | "audio/ogg"
    | "audio/wav"
    | "audio/webm"
  >;
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly createdAt: string;
  readonly contentUrl: string;
}
