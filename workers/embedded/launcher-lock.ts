import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ProcessRecord, findStartMark, isRunning } from "./process-record.ts";

/** Held while a launcher owns a data folder. */
export type LauncherLock = { release(): void };

/** Thrown when a living process owns the folder. */
export class LauncherLockHeld extends Error {
  readonly holder: ProcessRecord;
  constructor(directory: string, holder: ProcessRecord) {
    super(`A stack already runs on ${directory} (process ${holder.pid}).`);
    this.name = "LauncherLockHeld";
    this.holder = holder;
  }
}

const fileOf = (directory: string) => join(directory, "launcher.lock");

/** The living owner of the folder, or null. A lock left by a killed owner counts as none. */
export function findLockHolder(directory: string): ProcessRecord | null {
  const holder = readHolder(fileOf(directory));
  return holder !== null && isRunning(holder) ? holder : null;
}

/** Takes the folder for this process. Throws LauncherLockHeld when another one lives on it. */
export function takeLauncherLock(directory: string): LauncherLock {
  mkdirSync(directory, { recursive: true });
  const file = fileOf(directory);
  const own: ProcessRecord = {
    name: "launcher",
    pid: process.pid,
    startMark: findStartMark(process.pid) ?? "unknown",
  };
  for (;;) {
    if (placeLock(file, own)) return { release: () => rmSync(file, { force: true }) };
    const holder = findLockHolder(directory);
    if (holder !== null) throw new LauncherLockHeld(directory, holder);
    removeStaleLock(file);
  }
}

// A hard link appears with its whole content, so nobody ever reads half a lock.
function placeLock(file: string, own: ProcessRecord): boolean {
  const draft = `${file}.${own.pid}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

// Two starts may find the same stale lock: the rename gives it to one of them, and if that one
// got a lock that was placed meanwhile, it goes back.
function removeStaleLock(file: string): void {
  const aside = `${file}.${process.pid}.stale`;
  if (!existsSync(file)) return;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const holder = readHolder(aside);
  if (holder !== null && isRunning(holder) && !existsSync(file)) linkSync(aside, file);
  rmSync(aside, { force: true });
}

function readHolder(file: string): ProcessRecord | null {
  try {
    return ProcessRecord.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
