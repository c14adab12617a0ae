import { accessSync, constants, existsSync, readdirSync, statSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { endLeftovers } from "../../dev/processes/children-record.ts";
import { removeCluster } from "../../dev/postgres/postgres-place.ts";
import { findLauncher } from "../../dev/processes/launcher-lock.ts";

/** The folders of test runs begin with this. */
export const RUN_PREFIX = "sideline-test-";

/** A file system that Linux keeps in memory. */
const MEMORY = "/dev/shm";
/** A run of all tests needs half of it at most. */
const ROOM = 4 * 1024 ** 3;

/**
 * Where the folder of a new run belongs: in memory where there is room, else in the system's folder for temporary
 * files. A database copied from the template is some seven hundred files: 16 ms of a processor in memory, from 50
 * to 500 on a disk.
 */
export function folderOfRuns(): string {
  return hasRoomInMemory() ? MEMORY : tmpdir();
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

/** Ends the processes and removes the folders of runs that were killed before they could. */
export async function removeAbandonedRuns(): Promise<void> {
  const folders = [tmpdir(), MEMORY].filter((folder) => existsSync(folder));
  const found = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  for (const directory of found.filter((path) => basename(path).startsWith(RUN_PREFIX))) {
    if (!isOurs(directory) || findLauncher(directory) !== null) continue;
    await endLeftovers(directory);
    await removeCluster(join(directory, "postgres"));
    await rm(directory, { recursive: true, force: true });
  }
}

// A folder younger than this may belong to a run that is about to take its lock.
const SETTLED_AFTER_MS = 60_000;

function isOurs(directory: string): boolean {
  const found = statSync(directory, { throwIfNoEntry: false });
  return found?.uid === process.getuid?.() && Date.now() - (found?.mtimeMs ?? 0) > SETTLED_AFTER_MS;
}
