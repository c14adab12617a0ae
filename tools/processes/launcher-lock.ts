import { join } from "node:path";
import { type ProcessLock, findLockHolder, tryProcessLock } from "./process-lock.ts";
import type { ProcessRecord } from "./process-record.ts";

const fileOf = (directory: string) => join(directory, "launcher.lock");

/** Thrown when a running launcher owns the folder. */
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

/** The running launcher of a data folder, or null. */
export function findLauncher(directory: string): ProcessRecord | null {
  return findLockHolder(fileOf(directory));
}

/** Locks a data folder for this process. Throws LauncherLockHeld when another process has it. */
export function takeLauncherLock(directory: string): ProcessLock {
  const result = tryProcessLock(fileOf(directory), "launcher");
  if ("release" in result) return result;
  throw new LauncherLockHeld(directory, result);
}
