import { mkdir, open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChosenFile, Files } from "../../ports/files.ts";
import { SqlFault } from "../../ports/sql.ts";
import { removeFile, replaceFile } from "./durable-files.ts";

/** Files in a folder that only this user of the computer can read. A chosen file is a path. */
export async function openFolderFiles(folder: string): Promise<Files> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async write(name, bytes) {
      try {
        replaceFile(join(folder, name), bytes);
      } catch (error) {
        throw isFull(error) ? new SqlFault("FULL", "The disk is full.", { cause: error }) : error;
      }
    },
    async read(name) {
      try {
        return new Uint8Array(await readFile(join(folder, name)));
      } catch (error) {
        if (hasCode(error, "ENOENT")) return null;
        throw error;
      }
    },
    remove: async (name) => removeFile(join(folder, name)),
    names: async () => await readdir(folder),
    open: async (chosen) => await openPath(String(chosen)),
  };
}

async function openPath(path: string): Promise<ChosenFile> {
  const { size: sizeBytes } = await withFile(path, async (file) => await file.stat());
  return {
    sizeBytes,
    read: async (from, to) =>
      await withFile(path, async (file) => {
        const bytes = new Uint8Array(to - from);
        const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
        if (bytesRead < bytes.length) throw new Error("The chosen file is shorter than before");
        return bytes;
      }),
  };
}

type OpenFile = Awaited<ReturnType<typeof open>>;

async function withFile<Result>(path: string, use: (file: OpenFile) => Promise<Result>) {
  const file = await open(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

const isFull = (error: unknown) => hasCode(error, "ENOSPC") || hasCode(error, "EDQUOT");

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
