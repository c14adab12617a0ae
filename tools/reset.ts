import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { endLeftovers } from "./processes/children-record.ts";
import { MAILBOX_FOLDER } from "../workers/outside/mailbox-folder.ts";
import { PUSHBOX_FOLDER } from "../workers/outside/pushbox-folder.ts";
import { takeLauncherLock } from "./processes/launcher-lock.ts";
import { removeCluster } from "./postgres/postgres-place.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { loadEnvironment } from "../workers/config/load-environment.ts";
import { showHelp } from "../workers/operator/show-help.ts";

showHelp(`Removes the data of the embedded stack in SIDELINE_DATA_DIR, while no stack runs: npm run reset

Deletes accounts, mails, uploads and workflows; nothing else in that folder is touched.`);

/** Contents of a stack's folder; nothing else in it is touched. */
const KEPT = [
  "keycloak",
  MAILBOX_FOLDER,
  "logs",
  "media",
  "postgres.unfinished",
  "provider",
  PUSHBOX_FOLDER,
  "secrets.json",
  "stack.json",
  "temporal.db",
  "temporal.db-shm",
  "temporal.db-wal",
  "workflows",
];

try {
  const { dataDir } = readLauncherConfig(loadEnvironment());
  if (existsSync(dataDir)) {
    // Locked while the data are deleted, so that no stack starts on half of them; refused while a stack runs.
    const lock = takeLauncherLock(dataDir);
    await endLeftovers(dataDir);
    await removeCluster(join(dataDir, "postgres"));
    for (const name of KEPT) await rm(join(dataDir, name), { recursive: true, force: true });
    lock.release();
  }
  process.stdout.write(`The data of the embedded stack in ${dataDir} were deleted.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
