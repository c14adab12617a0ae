import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { MAILBOX_FOLDER } from "../../workers/outside/mailbox-folder.ts";
import { SPANS_FOLDER } from "../../workers/config/fields/tracing-fields.ts";
import { PUSHBOX_FOLDER } from "../../workers/outside/pushbox-folder.ts";
import { removeCluster } from "../postgres/postgres-place.ts";
import { endLeftovers } from "../processes/children-record.ts";
import { takeLauncherLock } from "../processes/launcher-lock.ts";

/**
 * Deletes the data of a stopped embedded stack, and nothing else in its folder. Throws LauncherLockHeld while a stack
 * runs.
 */
export async function deleteStackFiles(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  // Locked while the data are deleted, so that no stack starts on half of them.
  const lock = takeLauncherLock(dataDir);
  await endLeftovers(dataDir);
  await removeCluster(join(dataDir, "postgres"));
  for (const name of KEPT) await rm(join(dataDir, name), { recursive: true, force: true });
  lock.release();
}

/** Contents of a stack's folder. */
const KEPT = [
  "keycloak",
  MAILBOX_FOLDER,
  "logs",
  "media",
  "phone",
  "postgres.unfinished",
  "provider",
  PUSHBOX_FOLDER,
  "secrets.json",
  "stack.json",
  "temporal.db",
  "temporal.db-shm",
  "temporal.db-wal",
  SPANS_FOLDER,
  "workflows",
];
