import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findCommandLine } from "../processes/process-record.ts";

/**
 * Refuses a cluster on which a server runs that this stack did not start. This does not touch `postmaster.pid`:
 * PostgreSQL itself uses it to detect processes of a killed server that still write to the cluster.
 *
 * @throws Error that says which process it is.
 */
export function refuseForeignServer(directory: string): void {
  const file = join(directory, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  if (findCommandLine(pid)?.includes(directory) !== true) return;
  throw new Error(
    `A PostgreSQL server (process ${pid}) already runs on ${directory}, and this stack did not start it. Stop it first.`,
  );
}
