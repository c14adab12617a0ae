import {
  MEDIA_TYPES,
  type MediaRejection,
  type MediaType,
} from "../../contract/media/vocabulary.ts";

/** Why the bytes differ from the announcement; null if they do not. */
export function judgeFile(announced: AnnouncedFile, arrived: ArrivedFile): MediaRejection | null {
  if (arrived.sizeBytes !== announced.sizeBytes) return "SIZE_MISMATCH";
  if (arrived.contentHash !== announced.contentHash) return "HASH_MISMATCH";
  const expected: readonly string[] = MEDIA_TYPES[announced.contentType].looksLike;
  return arrived.detectedType !== null && expected.includes(arrived.detectedType)
    ? null
    : "TYPE_MISMATCH";
}

/** A file as it was announced. */
export interface AnnouncedFile {
  readonly sizeBytes: number;
  readonly contentHash: string;
  readonly contentType: MediaType;
}

/** A file as it arrived; the type is detected from its first bytes, null if unknown. */
export interface ArrivedFile {
  readonly sizeBytes: number;
  readonly contentHash: string;
  readonly detectedType: string | null;
}
