import { crc32 } from "node:zlib";

/** A file of an archive, as a reader finds it. */
export interface UnpackedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Reads an archive of stored files as readers do: its end record, the directory that it points to, and each file of
 * the directory. Throws when a checksum differs from the directory.
 */
export function readZip(archive: Buffer): UnpackedFile[] {
  const end = archive.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const [nameLength, moreLength] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)];
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const [crc, size] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 24)];
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + size);
    if (crc32(bytes) !== crc) throw new Error(`${name} has another checksum`);
    at += 46 + nameLength + moreLength;
    return { name, bytes };
  });
}
