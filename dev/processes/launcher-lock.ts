import { join } from "node:path";
import { type ProcessLock, findLockHolder, tryProcessLock } from "./process-lock.ts";
import type { ProcessRecord } from "./process-record.ts";

const fileOf = (directory: string) => join(directory, "launcher.lock");

/** Thrown when a living launcher owns the folder. */
export class LauncherLockHeld extends Error {
  readonly holder: ProcessRecord;
  constructor(directory: string, holder: ProcessRecord) {
    super(
      `A stack already runs on ${directory} (process ${holder.pid}). Stop it, or set SIDELINE_DATA_DIR to another folder.`,
    );
    this.name = "LauncherLockHeld";
    this.holder = holder;
  }
}

/** The living launcher on a data folder, or null. */
export function findLauncher(directory: string): ProcessRecord | null {
  return findLockHolder(fileOf(directory));
}

/** Takes a data folder for this process. Throws LauncherLockHeld when another one lives on it. */
export function takeLauncherLock(directory: string): ProcessLock {
  const result = tryProcessLock(fileOf(directory), "launcher");
  if ("release" in result) return result;
  throw new LauncherLockHeld(directory, result);
}
