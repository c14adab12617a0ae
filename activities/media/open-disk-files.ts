import { mkdirSync, type Stats } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { FileStore } from "@tus/file-store";
import { Upload } from "@tus/server";
import { beginOnRequest, isMissing } from "./begin-on-request.ts";
import type { FindExpectedFile, MediaFiles, StoredFile } from "./media-files.ts";

/** Stores media as files in a folder, each named by its storage key. Their metadata are in the database. */
export function openDiskFiles({ directory, findExpected }: DiskFilesOptions): MediaFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const store = new FileStore({ directory, configstore: expectedSizes(findExpected) });
  const pathOf = (key: string) => join(directory, key);
  return {
    store: beginOnRequest(store, findExpected),
    receivedBytes: async (key) => (await findStats(pathOf(key)))?.size ?? null,
    async read(key, range) {
      const file = await open(pathOf(key));
      return file.createReadStream(range ?? {});
    },
    async keep(key) {
      await flushToDisk(pathOf(key));
      await flushToDisk(directory);
    },
    async remove(key) {
      try {
        await store.remove(key);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    async mark(key) {
      const now = new Date();
      const file = await open(pathOf(key), "a", 0o600);
      try {
        await file.utimes(now, now);
        await file.sync();
      } finally {
        await file.close();
      }
      await flushToDisk(directory);
    },
    async list({ after, limit }) {
      const all = (await readdir(directory)).toSorted();
      const names = all.filter((name) => after === null || name > after);
      const page = names.slice(0, limit);
      const files: StoredFile[] = [];
      for (const key of page) {
        const writtenAt = (await findStats(pathOf(key)))?.mtime;
        if (writtenAt !== undefined) files.push({ key, writtenAt });
      }
      return { files, next: names.length > limit ? (page.at(-1) ?? null) : null };
    },
  };
}

export interface DiskFilesOptions {
  /** Created if missing, accessible to this user only. */
  readonly directory: string;
  readonly findExpected: FindExpectedFile;
}

/** Looks up the size of a file in the database, for the store. */
function expectedSizes(findExpected: FindExpectedFile) {
  return {
    async get(key: string): Promise<Upload | undefined> {
      const expected = await findExpected(key);
      return expected === null
        ? undefined
        : new Upload({ id: key, size: expected.sizeBytes, offset: 0 });
    },
    set: async () => {},
    delete: async () => {},
  };
}

/** Null if there is no file. */
async function findStats(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";
}

async function flushToDisk(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
