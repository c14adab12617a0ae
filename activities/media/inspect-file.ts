import { createHash } from "node:crypto";
import { type Detector, FileTypeParser } from "file-type";
import type { ArrivedFile } from "../../rules/media/judge-file.ts";
import type { MediaFiles } from "./media-files.ts";

/** First bytes that tell the type, tags with a picture in front of the sound included. */
const HEAD_BYTES = 256 * 1024;

/**
 * How no media begin: archives, which would be unpacked to find out what is inside, and the mark of text,
 * behind which one may hide.
 */
const FOREIGN_HEADS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b, 0x08],
  [0xef, 0xbb, 0xbf],
];

/** Asked before all others, and again behind a tag of sound. */
const refuseForeign: Detector = {
  id: "foreign",
  async detect(tokenizer) {
    const head = new Uint8Array(4);
    await tokenizer.peekBuffer(head, { mayBeLess: true });
    const isForeign = FOREIGN_HEADS.some((bytes) => bytes.every((byte, at) => head[at] === byte));
    return isForeign ? { ext: "bin", mime: "application/octet-stream" } : undefined;
  },
};

/** Reads a file once, from one end to the other: size, hash, and what its first bytes look like. */
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
    looksLike: found?.mime ?? null,
  };
}
