import { chown, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { checkManifest } from "../../backup/check-manifest.ts";
import { ARCHIVE, copyCluster, MANIFEST } from "../../backup/copy-cluster.ts";
import { unpackArchive } from "../../backup/unpack-archive.ts";
import type { PostgresPlace } from "../../postgres/postgres-place.ts";
import { markAsStandby } from "./fence.ts";

/**
 * Replaces a cluster by a checked copy of the primary that PostgreSQL starts as a standby. The former one stays until
 * the copy is complete.
 *
 * @param primaryUrl of a role that may replicate.
 */
export async function buildStandby(place: PostgresPlace, primaryUrl: string): Promise<void> {
  const { directory, user } = place;
  const workplace = `${directory}.unfinished`;
  const archive = `${directory}.archive`;
  for (const folder of [workplace, archive]) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  if (user.uid !== undefined && user.gid !== undefined) await chown(workplace, user.uid, user.gid);
  try {
    await copyCluster(primaryUrl, archive);
    await unpackArchive(join(archive, ARCHIVE), workplace, user);
    await checkManifest(join(archive, MANIFEST), workplace);
    markAsStandby({ ...place, directory: workplace });
  } catch (error) {
    // Half a copy would take the space that the next attempt needs.
    await rm(workplace, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(archive, { recursive: true, force: true });
  }
  await rm(directory, { recursive: true, force: true });
  await rename(workplace, directory);
}
