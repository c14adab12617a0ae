import { accessSync, constants, existsSync, readdirSync, statSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { endLeftovers } from "../../tools/processes/children-record.ts";
import { removeCluster } from "../../tools/postgres/postgres-place.ts";
import { findLauncher } from "../../tools/processes/launcher-lock.ts";

/** Prefix of the folders of test runs. */
export const RUN_PREFIX = "sideline-test-";

/** The in-memory file system of Linux. */
const MEMORY = "/dev/shm";
/** Bytes that must be free; a full run needs at most half of them. */
const ROOM = 4 * 1024 ** 3;

/**
 * Where the folder of a new run belongs: in memory if there is room, else in the system's temporary folder. A
 * database copied from the template is about 700 files: 16 ms of CPU in memory, 50 to 500 ms on a disk.
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

/** Stops the processes and removes the folders of runs that were killed before they could clean up. */
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

// A younger folder may belong to a run that is about to take its lock.
const SETTLED_AFTER_MS = 60_000;

function isOurs(directory: string): boolean {
  const found = statSync(directory, { throwIfNoEntry: false });
  return found?.uid === process.getuid?.() && Date.now() - (found?.mtimeMs ?? 0) > SETTLED_AFTER_MS;
}
