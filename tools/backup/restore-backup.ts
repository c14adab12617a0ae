import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findPostgresPlace } from "../postgres/postgres-place.ts";
import { ARCHIVE, MANIFEST } from "./copy-cluster.ts";
import { checkManifest } from "./check-manifest.ts";
import { TAKEN_ALONG } from "./take-backup.ts";
import { unpackArchive } from "./unpack-archive.ts";

/**
 * Unpacks a backup next to the cluster of a stack, checks every file, and only then moves it into place. The former
 * cluster and keys are kept next to it. Temporal's data no longer match the restored database and are deleted; the
 * sweep recreates every actor.
 *
 * @returns the new path of the former cluster; null if there was none.
 * @throws Error if the backup is incomplete; nothing was changed then.
 */
export async function restoreBackup({ folder, dataDir }: RestoreOptions): Promise<string | null> {
  await mkdir(dataDir, { recursive: true });
  // The database server may run as another user, who has to traverse this folder; the files have mode 0600.
  await chmod(dataDir, 0o711);
  const { directory, user } = await findPostgresPlace(join(dataDir, "postgres"));
  const workplace = `${directory}.unfinished`;
  await rm(workplace, { recursive: true, force: true });
  await mkdir(workplace, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) await chown(workplace, user.uid, user.gid);
  await unpackArchive(join(folder, ARCHIVE), workplace, user);
  await checkManifest(join(folder, MANIFEST), workplace);
  const former = await moveAway(directory);
  await moveAway(join(dataDir, "secrets.json"));
  await rename(workplace, directory);
  for (const name of TAKEN_ALONG) await restoreFolder(join(folder, name), join(dataDir, name));
  for (const name of ["temporal.db", "temporal.db-shm", "temporal.db-wal"])
    await rm(join(dataDir, name), { force: true });
  return former;
}

/**
 * The backup to restore, and the stack whose data it replaces. The stack is stopped and the caller holds its lock.
 */
export interface RestoreOptions {
  readonly folder: string;
  readonly dataDir: string;
}

/** Moves an existing path out of the way; null if there is none. */
async function moveAway(path: string): Promise<string | null> {
  if (!existsSync(path)) return null;
  const aside = `${path}.before-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  await rename(path, aside);
  return aside;
}

/** Existing files stay: media files never change, and the provider may have more accounts by now. */
async function restoreFolder(source: string, target: string): Promise<void> {
  if (!existsSync(source)) return;
  await mkdir(dirname(target), { recursive: true });
  await cp(source, target, { recursive: true, force: false, preserveTimestamps: true });
}
