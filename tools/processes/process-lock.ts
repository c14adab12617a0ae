import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { ProcessRecord, findStartMark, isRunning } from "./process-record.ts";

/** A lock file that names the running process holding it; the file of a dead process does not count. */
export type ProcessLock = { readonly release: () => void };

/** The running holder of the lock, or null. */
export function findLockHolder(file: string): ProcessRecord | null {
  const holder = readHolder(file);
  return holder !== null && isRunning(holder) ? holder : null;
}

/** Takes the lock for this process; returns the running holder if it is taken. */
export function tryProcessLock(file: string, name: string): ProcessLock | ProcessRecord {
  mkdirSync(dirname(file), { recursive: true });
  const startMark = findStartMark(process.pid) ?? "unknown";
  const own: ProcessRecord = { name, pid: process.pid, startMark };
  for (;;) {
    if (placeLock(file, own)) return { release: () => rmSync(file, { force: true }) };
    const holder = findLockHolder(file);
    if (holder !== null) return holder;
    removeStaleLock(file);
  }
}

// A hard link appears with its whole content, so that nobody reads half a lock.
function placeLock(file: string, own: ProcessRecord): boolean {
  const draft = `${file}.${own.pid}`;
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (isThereAlready(error)) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

// Not by `instanceof`: under a test runner, system errors are of another realm.
function isThereAlready(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "EEXIST";
}

// Two processes may find the same stale lock. The rename gives it to one of them; if that one took a newer lock by
// mistake, it puts it back.
function removeStaleLock(file: string): void {
  const aside = `${file}.${process.pid}.stale`;
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
