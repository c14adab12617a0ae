import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findCommandLine } from "../processes/process-record.ts";

/**
 * Removes a `postmaster.pid` that names a process which is no server of this cluster: after a
 * crash the system may have given the number to another process, and the server would refuse to
 * start. Throws when a server that this stack did not start uses the folder.
 */
export function removeStalePostmasterFile(directory: string): void {
  const file = join(directory, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  if (findCommandLine(pid)?.includes(directory)) {
    throw new Error(
      `A PostgreSQL server (process ${pid}) already runs on ${directory}, and this stack did not start it. Stop it first.`,
    );
  }
  rmSync(file);
}
