import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findPostgresPlace } from "../postgres/postgres-place.ts";
import { ARCHIVE, MANIFEST } from "./copy-cluster.ts";
import { checkManifest } from "./check-manifest.ts";
import { TAKEN_ALONG } from "./take-backup.ts";
import { unpackArchive } from "./unpack-archive.ts";

/** Which backup becomes the data of which stack. Nothing runs on it, and the caller holds its lock. */
export interface RestoreOptions {
  readonly folder: string;
  readonly dataDir: string;
}

/**
 * Unpacks a backup beside the cluster of a stack, checks every file, and only then puts it in its place; the
 * cluster and keys that were there stay beside it. What Temporal knows is of another past and goes: the sweep
 * brings every actor back.
 *
 * @returns where the former cluster is now; null when there was none.
 * @throws Error when the backup is not whole; then nothing was changed.
 */
export async function restoreBackup({ folder, dataDir }: RestoreOptions): Promise<string | null> {
  await mkdir(dataDir, { recursive: true });
  // The database server may run as another user and has to pass through; files say 0600.
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
  for (const name of TAKEN_ALONG) await putBack(join(folder, name), join(dataDir, name));
  for (const name of ["temporal.db", "temporal.db-shm", "temporal.db-wal"])
    await rm(join(dataDir, name), { force: true });
  return former;
}

/** Moves what is there out of the way; null when there is nothing. */
async function moveAway(path: string): Promise<string | null> {
  if (!existsSync(path)) return null;
  const aside = `${path}.before-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  await rename(path, aside);
  return aside;
}

/** What is there stays: files of media never change, and the provider may know more people by now. */
async function putBack(source: string, target: string): Promise<void> {
  if (!existsSync(source)) return;
  await mkdir(dirname(target), { recursive: true });
  await cp(source, target, { recursive: true, force: false, preserveTimestamps: true });
}
