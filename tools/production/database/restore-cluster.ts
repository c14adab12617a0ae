import { existsSync } from "node:fs";
import { appendFile, chown, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkManifest } from "../../backup/check-manifest.ts";
import { ARCHIVE, MANIFEST } from "../../backup/copy-cluster.ts";
import { unpackArchive } from "../../backup/unpack-archive.ts";
import type { PostgresPlace } from "../../postgres/postgres-place.ts";
import { type ClusterState, followPrimary, rebuild } from "./cluster-state.ts";
import { noteLoss, type RenewEpochs, renewIfLost } from "./renew-if-lost.ts";

/**
 * Replaces the data of a cluster by a base backup, and replays the archived log up to an instant. Nobody is served
 * meanwhile. All epochs are renewed before the primary is opened to clients, and the standbys are built again.
 *
 * @returns the folder of the former primary's data.
 * @throws Error if the backup is damaged; the former data are then still in place, and the members are stopped.
 */
export async function restoreCluster(
  state: ClusterState,
  { renewEpochs, ...restored }: Restored & { readonly renewEpochs: RenewEpochs | undefined },
): Promise<string> {
  const { checks, members, primary, say } = state;
  checks.open(null);
  for (const member of members) await member.kill();
  const former = await replaceCluster(primary.place, restored.backup, () => noteLoss(state));
  followPrimary({ ...state, synchronous: false }, primary);
  await recoverUntil(primary.place, restored);
  await primary.start();
  await renewIfLost(state, renewEpochs);
  for (const member of members) if (member !== primary) await rebuild(state, member);
  checks.open(primary.name);
  say(`${primary.name} serves the restored data`);
  return former;
}

/** A base backup, the folder of the archived log, and the instant at which the replay ends. */
export interface Restored {
  readonly backup: string;
  readonly log: string;
  readonly instant: Date;
}

/** Unpacks and checks the backup next to the data, and only then puts it into place, after `onReplace`. */
async function replaceCluster(
  { directory, user }: PostgresPlace,
  backup: string,
  onReplace: () => void,
): Promise<string> {
  const workplace = `${directory}.unfinished`;
  await rm(workplace, { recursive: true, force: true });
  await mkdir(workplace, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) await chown(workplace, user.uid, user.gid);
  await unpackArchive(join(backup, ARCHIVE), workplace, user);
  await checkManifest(join(backup, MANIFEST), workplace);
  onReplace();
  const former = `${directory}.before-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  if (existsSync(directory)) await rename(directory, former);
  await rename(workplace, directory);
  return former;
}

/** The settings of a recovery; the next settings of the primary replace them. */
async function recoverUntil(
  { directory, user }: PostgresPlace,
  { log, instant }: Restored,
): Promise<void> {
  await appendFile(
    join(directory, "postgresql.auto.conf"),
    [
      `restore_command = 'cp "${log}/%f" "%p"'`,
      // The server reads no instant with a T.
      `recovery_target_time = '${instant.toISOString().replace("T", " ").replace("Z", "+00")}'`,
      "recovery_target_action = 'promote'",
      "",
    ].join("\n"),
  );
  const signal = join(directory, "recovery.signal");
  await writeFile(signal, "", { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) await chown(signal, user.uid, user.gid);
}
