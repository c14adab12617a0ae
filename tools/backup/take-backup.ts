import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { copyCluster } from "./copy-cluster.ts";

/**
 * Backs up a running stack into a folder. Media are copied after the database. Since a record is written after its
 * file, every file that a record names is in the backup. An interrupted backup never gets its final name.
 *
 * @throws Error if the folder exists, or a step fails.
 */
export async function takeBackup({ dataDir, superuserUrl, folder }: BackupOptions): Promise<void> {
  if (existsSync(folder)) throw new Error(`${folder} already exists.`);
  const workplace = `${folder}.unfinished`;
  await rm(workplace, { recursive: true, force: true });
  await mkdir(workplace, { recursive: true, mode: 0o700 });
  await copyCluster(superuserUrl, workplace);
  for (const name of TAKEN_ALONG) {
    const source = join(dataDir, name);
    if (!existsSync(source)) continue;
    await copyLiving(source, join(workplace, name));
  }
  await rename(workplace, folder);
}

/**
 * Files in a backup in addition to the database: its keys, its media, and the accounts of the development provider. The
 * provider's sessions are not kept.
 */
export const TAKEN_ALONG = [
  "secrets.json",
  "media",
  "provider/accounts.json",
  "provider/keys.json",
] as const;

/** The stack to back up, and the target folder. */
export interface BackupOptions {
  readonly dataDir: string;
  readonly superuserUrl: string;
  /** Created by the backup; an existing folder is not touched. */
  readonly folder: string;
}

/** Copies files that other processes work on; a file deleted meanwhile is left out. */
async function copyLiving(source: string, target: string): Promise<void> {
  const found = await stat(source).catch(() => null);
  if (found === null) return;
  if (found.isDirectory()) {
    await mkdir(target, { recursive: true });
    for (const name of await readdir(source))
      await copyLiving(join(source, name), join(target, name));
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target).catch((error: unknown) => {
    if (existsSync(source)) throw error;
  });
}
