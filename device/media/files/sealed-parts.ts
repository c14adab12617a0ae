import type { Core } from "../../core.ts";
import type { Files } from "../../ports/files.ts";
import { keyToSeal } from "../../store/key-to-seal.ts";

/**
 * Bytes of a stored part before sealing. A file is stored in parts, because AES-GCM opens a value only as a whole. A
 * video of 512 MB would have to fit into memory, and into the write-ahead log.
 */
export const PART_BYTES = 1024 * 1024;

/** Seals one part of a file and writes it durably. */
export async function writePart(
  { ports }: Pick<Core, "ports">,
  { files, queueKey, mediaId }: PartPlace,
  part: { readonly index: number; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const key = await keyToSeal(ports, queueKey);
  const sealed = await ports.aes.seal(key, part.bytes, labelOf(mediaId, part.index));
  await files.write(nameOf(mediaId, part.index), sealed);
}

/** Reads and opens one part; null if it, or its key, is gone or damaged. */
export async function readPart(
  { ports }: Pick<Core, "ports">,
  { files, queueKey, mediaId }: PartPlace,
  index: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const key = await ports.vault.key(queueKey);
  const sealed = await files.read(nameOf(mediaId, index));
  if (key === null || sealed === null) return null;
  const bytes = await ports.aes.open(key, sealed, labelOf(mediaId, index));
  return bytes === null ? null : new Uint8Array(bytes);
}

/** Removes all parts of a file. */
export async function removeParts(
  files: Files,
  { mediaId, sizeBytes }: { readonly mediaId: string; readonly sizeBytes: number },
): Promise<void> {
  for (let index = 0; index < partCount(sizeBytes); index += 1)
    await files.remove(nameOf(mediaId, index));
}

/** Number of parts of a file. */
export const partCount = (sizeBytes: number) => Math.ceil(sizeBytes / PART_BYTES);

/** Where the parts of a file are, and the key that seals them. */
export interface PartPlace {
  readonly files: Files;
  readonly queueKey: string;
  readonly mediaId: string;
}

const nameOf = (mediaId: string, index: number) => `${mediaId}.${index}`;

/** A part does not open in another place, or as a part of another file. */
const labelOf = (mediaId: string, index: number) => `media/${mediaId}/${index}`;
