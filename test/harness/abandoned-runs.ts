import { readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endLeftovers } from "../../dev/processes/children-record.ts";
import { removeCluster } from "../../dev/postgres/postgres-place.ts";
import { findLauncher } from "../../dev/processes/launcher-lock.ts";

/** The folders of test runs begin with this, in the system's folder for temporary files. */
export const RUN_PREFIX = "sideline-test-";

/** Ends the processes and removes the folders of runs that were killed before they could. */
export async function removeAbandonedRuns(): Promise<void> {
  for (const entry of readdirSync(tmpdir()).filter((name) => name.startsWith(RUN_PREFIX))) {
    const directory = join(tmpdir(), entry);
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
