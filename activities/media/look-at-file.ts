import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import type { ArrivedFile } from "../../rules/media/judge-file.ts";
import type { MediaFiles } from "./media-files.ts";

/** First bytes that tell the type, tags with a picture in front of the sound included. */
const HEAD_BYTES = 256 * 1024;

/** Reads a file once, from one end to the other: size, hash, and what its first bytes look like. */
export async function lookAtFile(files: MediaFiles, key: string): Promise<ArrivedFile> {
  const hash = createHash("sha256");
  const head: Buffer[] = [];
  let sizeBytes = 0;
  const chunks: AsyncIterable<Buffer> = await files.read(key, null);
  for await (const chunk of chunks) {
    if (sizeBytes < HEAD_BYTES) head.push(chunk);
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  const found = await fileTypeFromBuffer(Buffer.concat(head).subarray(0, HEAD_BYTES));
  return {
    sizeBytes,
    contentHash: `sha-256:${hash.digest("hex")}`,
    looksLike: found?.mime ?? null,
  };
}
