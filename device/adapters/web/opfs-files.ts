import type { ChosenFile, Files } from "../../ports/files.ts";
import { SqlFault } from "../../ports/sql.ts";

/**
 * Files in the origin private file system of a browser. It runs in a dedicated worker, in the one that owns the
 * device. A chosen file is a `Blob`, such as that of a file input.
 *
 * @param folder a folder of its own, not that of the database.
 */
export async function openOpfsFiles(folder: string): Promise<Files> {
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(folder, { create: true });
  return {
    async write(name, bytes) {
      try {
        await writeWhole(await directory.getFileHandle(name, { create: true }), bytes);
      } catch (error) {
        if (nameOf(error) !== "QuotaExceededError") throw error;
        throw new SqlFault("FULL", "The browser has no room.", { cause: error });
      }
    },
    async read(name) {
      try {
        const handle = await directory.getFileHandle(name);
        return await bytesOf(await handle.getFile());
      } catch (error) {
        if (nameOf(error) === "NotFoundError") return null;
        throw error;
      }
    },
    async remove(name) {
      try {
        await directory.removeEntry(name);
      } catch (error) {
        if (nameOf(error) !== "NotFoundError") throw error;
      }
    },
    async names() {
      const names: string[] = [];
      for await (const name of directory.keys()) names.push(name);
      return names;
    },
    open: async (chosen) => openBlob(chosen),
  };
}

/** `flush` returns when the bytes are on the disk. A part that a kill left incomplete does not open. */
async function writeWhole(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  const access = await handle.createSyncAccessHandle();
  try {
    access.truncate(0);
    if (access.write(bytes, { at: 0 }) < bytes.length)
      throw new SqlFault("FULL", "The browser wrote only a part.");
    access.flush();
  } finally {
    access.close();
  }
}

function openBlob(chosen: unknown): ChosenFile {
  if (!isBlob(chosen)) throw new TypeError("A chosen file is a Blob");
  return {
    sizeBytes: chosen.size,
    read: async (from, to) => await bytesOf(chosen.slice(from, to)),
  };
}

const bytesOf = async (blob: BlobLike) => new Uint8Array(await blob.arrayBuffer());

function isBlob(value: unknown): value is BlobLike {
  return typeof value === "object" && value !== null && "arrayBuffer" in value && "size" in value;
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "");

interface BlobLike {
  readonly size: number;
  slice(from: number, to: number): BlobLike;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface FileHandle {
  getFile(): Promise<BlobLike>;
  createSyncAccessHandle(): Promise<{
    truncate(size: number): void;
    write(bytes: Uint8Array, options: { readonly at: number }): number;
    flush(): void;
    close(): void;
  }>;
}

interface DirectoryHandle {
  getDirectoryHandle(name: string, options: { readonly create: true }): Promise<DirectoryHandle>;
  getFileHandle(name: string, options?: { readonly create: true }): Promise<FileHandle>;
  removeEntry(name: string): Promise<void>;
  keys(): AsyncIterable<string>;
}

declare const navigator: { readonly storage: { getDirectory(): Promise<DirectoryHandle> } };
