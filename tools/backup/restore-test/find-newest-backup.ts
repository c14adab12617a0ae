import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST } from "../copy-cluster.ts";

/**
 * Finds the newest backup in a folder of backups. Each is a folder with a manifest, which is written last.
 *
 * @throws Error if there is none.
 */
export async function findNewestBackup(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() && !entry.name.endsWith(UNFINISHED))
      .map(({ name }) => join(folder, name))
      .filter((path) => existsSync(join(path, MANIFEST)))
      .map(async (path) => ({ path, at: (await stat(join(path, MANIFEST))).mtimeMs })),
  );
  const [newest] = found.toSorted((a, b) => b.at - a.at);
  if (newest === undefined) throw new Error(`${folder} has no backup with a ${MANIFEST}.`);
  return newest.path;
}

/** The suffix of a backup that `npm run backup` has not finished. */
const UNFINISHED = ".unfinished";
