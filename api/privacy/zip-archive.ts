import { crc32 } from "node:zlib";

/** A file on its way into an archive. */
export interface ArchivedFile {
  /** Its path there, with slashes. */
  readonly name: string;
  readonly modifiedAt: Date;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A file that was written. */
export interface ArchiveEntry {
  readonly name: string;
  readonly modifiedAt: Date;
  readonly crc: number;
  readonly size: number;
  /** Where its header begins. */
  readonly offset: number;
}

const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;

/** Most that a field of 16, and one of 32 bits says; at it, the field of 64 bits counts. */
const MOST_16 = 0xffff;
const MOST_32 = 0xffffffff;

/** Size and checksum follow the bytes; the name is UTF-8. */
const FLAGS = 0x0808;
/** The version of the format that knows fields of 64 bits. */
const VERSION = 45;

/**
 * A ZIP archive (PKWARE APPNOTE 6.3), piece by piece, with nothing of a file in memory but the piece that is sent. Files
 * are stored as they are: pictures, films and recordings are compressed by themselves.
 *
 * @throws Error for a file of 4 GB or more, and what reading one throws: better no end than an archive that has lost
 *   something.
 */
export async function* zipArchive(
  files: AsyncIterable<ArchivedFile>,
): AsyncGenerator<Uint8Array, void> {
  const entries: ArchiveEntry[] = [];
  let offset = 0;
  for await (const { name, modifiedAt, bytes } of files) {
    const header = localHeader({ name, modifiedAt });
    yield header;
    let [crc, size] = [0, 0];
    for await (const piece of bytes) {
      crc = crc32(piece, crc);
      size += piece.byteLength;
      yield piece;
    }
    if (size >= MOST_32) throw new Error("A file of an archive is too large");
    yield fields([DESCRIPTOR, 4], [crc, 4], [size, 4], [size, 4]);
    entries.push({ name, modifiedAt, crc, size, offset });
    offset += header.byteLength + size + 16;
  }
  yield archiveDirectory(entries, offset);
}

function localHeader({ name, modifiedAt }: Pick<ArchiveEntry, "name" | "modifiedAt">): Buffer {
  const text = Buffer.from(name);
  const start = fields([LOCAL_HEADER, 4], [VERSION, 2], [FLAGS, 2], [0, 2], ...timeOf(modifiedAt));
  return Buffer.concat([start, fields([0, 4], [0, 4], [0, 4], [text.length, 2], [0, 2]), text]);
}

/** What an archive ends with: where each file is, and where this list is; with fields of 64 bits where they are needed. */
export function archiveDirectory(entries: readonly ArchiveEntry[], offset: number): Buffer {
  const list = Buffer.concat(entries.map(centralHeader));
  const count = entries.length;
  const fits = count < MOST_16 && offset < MOST_32 && list.length < MOST_32;
  const end64 = fits ? [] : [directoryEnd64({ count, size: list.length, offset })];
  const [shortCount, size] = [Math.min(count, MOST_16), Math.min(list.length, MOST_32)];
  const counts = [[shortCount, 2] as const, [shortCount, 2] as const];
  const end = fields(
    [END, 4],
    [0, 4],
    ...counts,
    [size, 4],
    [Math.min(offset, MOST_32), 4],
    [0, 2],
  );
  return Buffer.concat([list, ...end64, end]);
}

function centralHeader({ name, modifiedAt, crc, size, offset }: ArchiveEntry): Buffer {
  const text = Buffer.from(name);
  const far = offset < MOST_32 ? Buffer.alloc(0) : fields([1, 2], [8, 2], [offset, 8]);
  return Buffer.concat([
    fields([CENTRAL_HEADER, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [0, 2]),
    fields(...timeOf(modifiedAt), [crc, 4], [size, 4], [size, 4], [text.length, 2]),
    fields([far.length, 2], [0, 2], [0, 2], [0, 2], [0, 4], [Math.min(offset, MOST_32), 4]),
    text,
    far,
  ]);
}

function directoryEnd64(list: {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}): Buffer {
  const { count, size, offset } = list;
  return Buffer.concat([
    fields([END_64, 4], [44, 8], [VERSION, 2], [VERSION, 2], [0, 4], [0, 4]),
    fields([count, 8], [count, 8], [size, 8], [offset, 8]),
    fields([LOCATOR_64, 4], [0, 4], [offset + size, 8], [1, 4]),
  ]);
}

type Field = readonly [value: number, bytes: 2 | 4 | 8];

/** Numbers one behind the other, the least byte first. */
function fields(...values: readonly Field[]): Buffer {
  return Buffer.concat(
    values.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes);
      if (bytes === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}

/** An instant as the format has it: in UTC, to two seconds, from 1980 on. */
function timeOf(instant: Date): readonly [Field, Field] {
  const clock = instant.getUTCHours() * 2048 + instant.getUTCMinutes() * 32;
  const year = Math.max(instant.getUTCFullYear() - 1980, 0);
  const day = year * 512 + (instant.getUTCMonth() + 1) * 32 + instant.getUTCDate();
  return [
    [clock + Math.floor(instant.getUTCSeconds() / 2), 2],
    [day, 2],
  ];
}
