import { Readable } from "node:stream";
import { deflateRawSync, gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { fileTypeFromBuffer } from "file-type";
import { inspectFile } from "../../activities/media/inspect-file.ts";
import { hashOf, photo } from "../factories/media/media.ts";

const Inflater = globalThis.DecompressionStream;
let unpacked = 0;

const CountingInflater = new Proxy(Inflater, {
  construct(inflater, [format]: ConstructorParameters<typeof Inflater>) {
    unpacked += 1;
    return new inflater(format);
  },
});

beforeEach(() => {
  unpacked = 0;
  globalThis.DecompressionStream = CountingInflater;
});
afterAll(() => {
  globalThis.DecompressionStream = Inflater;
});

const inspect = (bytes: Buffer) => inspectFile({ read: async () => Readable.from([bytes]) }, "key");

/** 64 megabytes of zeros. */
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

/** An empty tag of sound. */
const tag = Buffer.from("49443304000000000000", "hex");
const textMark = Buffer.from("efbbbf", "hex");

describe("The check of a file", () => {
  test("finds its size, hash and kind by its first bytes", async () => {
    const bytes = photo();
    expect(await inspect(bytes)).toEqual({
      sizeBytes: bytes.length,
      contentHash: hashOf(bytes),
      detectedType: "image/jpeg",
    });
  });

  test.each([
    ["a bomb", bomb],
    ["a bomb behind a tag of sound", Buffer.concat([tag, bomb])],
    ["a bomb behind the mark of text", Buffer.concat([textMark, bomb])],
    ["an archive", archive()],
    ["an archive behind a tag of sound", Buffer.concat([tag, archive()])],
    ["an archive behind the mark of text", Buffer.concat([textMark, archive()])],
  ])("never unpacks %s", async (_name, bytes) => {
    expect((await inspect(bytes)).detectedType).toBe("application/octet-stream");
    expect(unpacked).toBe(0);
    await fileTypeFromBuffer(bytes);
    expect(unpacked).toBeGreaterThan(0);
  });

  test.each([
    ["of one byte", Buffer.from([0xff])],
    ["of two", Buffer.from([0xff, 0xd8])],
    ["of a tag that promises more than comes", Buffer.from("4944330400007f7f7f7f", "hex")],
    ["of a container with an endless length", Buffer.from("ffffffff66747970", "hex")],
    [
      "of a picture whose first part is endless",
      Buffer.from("89504e470d0a1a0affffffff49484452", "hex"),
    ],
    ["of zeros", Buffer.alloc(300_000)],
  ])("of a file %s succeeds", async (_name, bytes) => {
    const { sizeBytes, detectedType } = await inspect(bytes);
    expect(sizeBytes).toBe(bytes.length);
    expect(detectedType).not.toBe("image/jpeg");
  });
});

/** An archive with one entry that must be unpacked to find its kind. */
function archive(): Buffer {
  const name = Buffer.from("[Content_Types].xml");
  const inside = deflateRawSync(Buffer.alloc(1024 * 1024, " "));
  const header = Buffer.alloc(30);
  header.write("PK\u0003\u0004", 0, "latin1");
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(inside.length, 18);
  header.writeUInt32LE(1024 * 1024, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name, inside, Buffer.alloc(64)]);
}
