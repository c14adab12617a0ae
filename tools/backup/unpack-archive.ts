import { createReadStream, createWriteStream } from "node:fs";
import { chmod, chown, type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { pipeline } from "node:stream/promises";

/**
 * Unpacks an archive of a cluster (ustar, as the server writes it) into an empty folder that only its owner can read.
 *
 * @throws Error if the archive contains anything but files and folders below the target folder.
 */
export async function unpackArchive(archive: string, folder: string, owner: Owner): Promise<void> {
  const source = await open(archive);
  try {
    for (let at = 0; ;) {
      const entry = await readEntry(source, at);
      if (entry === null) return;
      await place(archive, entry, { folder, owner });
      at = entry.start + Math.ceil(entry.size / BLOCK) * BLOCK;
    }
  } finally {
    await source.close();
  }
}

const BLOCK = 512;

/** One entry of an archive. */
interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly size: number;
  /** Offset of its content. */
  readonly start: number;
}

/** Owner of the files; by default the user of this process. */
export type Owner = { readonly uid?: number; readonly gid?: number };

/** Null at the end of the archive. */
async function readEntry(source: FileHandle, at: number): Promise<Entry | null> {
  const header = Buffer.alloc(BLOCK);
  const { bytesRead } = await source.read(header, 0, BLOCK, at);
  if (bytesRead === 0 || header.every((byte) => byte === 0)) return null;
  const text = (from: number, to: number) =>
    header.subarray(from, to).toString("utf8").split("\0", 1)[0] ?? "";
  if (bytesRead < BLOCK || text(257, 262) !== "ustar") throw new Error("The archive is damaged.");
  const prefix = text(345, 500);
  const name = normalize(prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`);
  const kind = text(156, 157);
  if (kind !== "5" && kind !== "0" && kind !== "")
    throw new Error(`${name} is neither a file nor a folder.`);
  if (name.startsWith("/") || name.split("/").includes(".."))
    throw new Error(`${name} leads out of the folder.`);
  const isFolder = kind === "5";
  return { name, isFolder, size: isFolder ? 0 : sizeIn(header), start: at + BLOCK };
}

/** Octal digits or, for large files, a number whose first bit is set. */
function sizeIn(header: Buffer): number {
  const field = header.subarray(124, 136);
  if (((field[0] ?? 0) & 0x80) !== 0) return Number(field.readBigUInt64BE(4));
  const [digits] = /^[0-7]+/.exec(field.toString("latin1")) ?? [];
  if (digits === undefined) throw new Error("The archive is damaged.");
  return Number.parseInt(digits, 8);
}

async function place(
  archive: string,
  { name, isFolder, size, start }: Entry,
  { folder, owner }: { readonly folder: string; readonly owner: Owner },
): Promise<void> {
  const path = join(folder, name);
  if (isFolder) {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o700);
  } else {
    await mkdir(dirname(path), { recursive: true });
    const target = createWriteStream(path, { mode: 0o600 });
    const content = size === 0 ? [] : createReadStream(archive, { start, end: start + size - 1 });
    await pipeline(content, target);
  }
  const { uid, gid } = owner;
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}
