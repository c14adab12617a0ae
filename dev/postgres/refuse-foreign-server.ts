import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findCommandLine } from "../processes/process-record.ts";

/**
 * Refuses a cluster on which a server runs that this stack did not start. `postmaster.pid` itself is PostgreSQL's
 * own business: by it a server that starts finds out that processes of a former one, which was killed, still
 * write to the cluster.
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
