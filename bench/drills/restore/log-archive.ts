import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ClusterMember } from "../../../tools/production/database/start-database-cluster.ts";
import { until } from "../../../tools/production/database/standbys.ts";

/** The settings of docs/operations.md for a server that archives its log, into a folder of a drill. */
export function archiveSettings(folder: string): Readonly<Record<string, string>> {
  const log = archiveFolder(folder);
  mkdirSync(log, { recursive: true });
  // The server may run as another user.
  chmodSync(log, 0o777);
  return {
    archive_mode: "on",
    archive_timeout: "60s",
    archive_command: `test ! -f ${log}/%f && cp %p ${log}/%f.part && mv ${log}/%f.part ${log}/%f`,
  };
}

/** Folder of the archived log of a drill. */
export const archiveFolder = (folder: string) => join(folder, "log");

/** Waits until the log up to now is archived. Without it a disaster loses up to a minute more. */
export async function untilArchived(primary: ClusterMember): Promise<void> {
  const [row] = await primary.ask("select pg_walfile_name(pg_switch_wal()) as file");
  const file = row?.["file"] ?? "";
  await until(async () => {
    const [last] = await primary.ask("select last_archived_wal as file from pg_stat_archiver");
    return (last?.["file"] ?? "") >= file;
  }, `${file} was not archived`);
}
