import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** An installation running on a data folder, as recorded by its launcher. */
export type RunningInstallation = z.infer<typeof RunningInstallation>;

const RunningInstallation = z.strictObject({
  databaseUrl: z.string(),
  temporal: z.strictObject({ address: z.string(), namespace: z.string(), taskQueue: z.string() }),
  /** Number of its settlement lanes, if its launcher sets another than an embedded stack has. */
  lanes: z.int().positive().optional(),
  /** Process that started it and removes this file when it ends. */
  launcherPid: z.int().positive(),
});

const fileOf = (dataDir: string) => join(dataDir, "installation.json");

/** The installation running on a data folder, or null; null too if its launcher was killed. */
export function findRunningInstallation(dataDir: string): RunningInstallation | null {
  if (!existsSync(fileOf(dataDir))) return null;
  const found = RunningInstallation.parse(JSON.parse(readFileSync(fileOf(dataDir), "utf8")));
  return isAlive(found.launcherPid) ? found : null;
}

/** Records an installation, readable only by its owner: it contains a password. */
export function writeRunningInstallation(dataDir: string, running: RunningInstallation): void {
  const draft = `${fileOf(dataDir)}.new`;
  writeFileSync(draft, JSON.stringify(running, null, 1), { mode: 0o600 });
  renameSync(draft, fileOf(dataDir));
}

/** Removes the record of a data folder's installation. */
export function removeRunningInstallation(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
