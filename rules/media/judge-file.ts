import {
  MEDIA_TYPES,
  type MediaRejection,
  type MediaType,
} from "../../contract/media/vocabulary.ts";

/** A file as it was announced. */
export interface AnnouncedFile {
  readonly sizeBytes: number;
  readonly contentHash: string;
  readonly contentType: MediaType;
}

/** A file as it arrived; the type is what its first bytes look like, null for nothing known. */
export interface ArrivedFile {
  readonly sizeBytes: number;
  readonly contentHash: string;
  readonly looksLike: string | null;
}

/** Whether the bytes are what was announced; null when they are. */
export function judgeFile(announced: AnnouncedFile, arrived: ArrivedFile): MediaRejection | null {
  if (arrived.sizeBytes !== announced.sizeBytes) return "SIZE_MISMATCH";
  if (arrived.contentHash !== announced.contentHash) return "HASH_MISMATCH";
  const expected: readonly string[] = MEDIA_TYPES[announced.contentType].looksLike;
  return arrived.looksLike !== null && expected.includes(arrived.looksLike)
    ? null
    : "TYPE_MISMATCH";
}
