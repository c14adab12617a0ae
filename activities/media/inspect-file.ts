import { createHash } from "node:crypto";
import { type Detector, FileTypeParser } from "file-type";
import type { ArrivedFile } from "../../rules/media/judge-file.ts";
import type { MediaFiles } from "./media-files.ts";

/** Reads a file once from start to end: size, hash, and the type by its first bytes. */
export async function inspectFile(
  files: Pick<MediaFiles, "read">,
  key: string,
): Promise<ArrivedFile> {
  const hash = createHash("sha256");
  const head: Buffer[] = [];
  let sizeBytes = 0;
  const chunks: AsyncIterable<Buffer> = await files.read(key, null);
  for await (const chunk of chunks) {
    if (sizeBytes < HEAD_BYTES) head.push(chunk);
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  const parser = new FileTypeParser({ customDetectors: [refuseForeign] });
  const found = await parser.fromBuffer(Buffer.concat(head).subarray(0, HEAD_BYTES));
  return {
    sizeBytes,
    contentHash: `sha-256:${hash.digest("hex")}`,
    detectedType: found?.mime ?? null,
  };
}

/** First bytes that reveal the type, even behind an audio tag that contains a picture. */
const HEAD_BYTES = 256 * 1024;

/**
 * First bytes of files that are never media: archives, which detection would unpack, and the byte order mark of text,
 * which may hide an archive.
 */
const FOREIGN_HEADS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b, 0x08],
  [0xef, 0xbb, 0xbf],
];

/** Runs before all other detectors, and again behind an audio tag. */
const refuseForeign: Detector = {
  id: "foreign",
  async detect(tokenizer) {
    const head = new Uint8Array(4);
    await tokenizer.peekBuffer(head, { mayBeLess: true });
    const isForeign = FOREIGN_HEADS.some((bytes) => bytes.every((byte, at) => head[at] === byte));
    return isForeign ? { ext: "bin", mime: "application/octet-stream" } : undefined;
  },
};
