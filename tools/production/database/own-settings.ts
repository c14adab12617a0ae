import { chownSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PostgresPlace } from "../../postgres/postgres-place.ts";

/**
 * Writes the settings of one member that change while it runs. They replace those of a base backup, which are another
 * member's. The server reads them at its start and on SIGHUP.
 */
export function writeOwnSettings({ directory, user: { uid, gid } }: PostgresPlace, own: Own): void {
  const file = join(directory, "postgresql.auto.conf");
  const draft = `${file}.draft`;
  writeFileSync(draft, ownSettings(own), { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) chownSync(draft, uid, gid);
  renameSync(draft, file);
}

/** The settings of a member. */
export interface Own {
  /** Its name, by which the primary knows the standby and its slot. */
  readonly name: string;
  /** Names of all members if a commit waits for one standby, otherwise null. */
  readonly synchronousNames: readonly string[] | null;
  /** Address of the primary that it follows; null for the primary itself. */
  readonly follows: {
    readonly port: number;
    readonly user: string;
    readonly password: string;
  } | null;
}

/**
 * The text of the file. A member never counts as its own standby, so all members have the same list and a promoted one
 * waits for the others.
 */
export function ownSettings({ name, synchronousNames, follows }: Own): string {
  const names = synchronousNames === null ? "" : `ANY 1 (${synchronousNames.join(", ")})`;
  const lines = [`synchronous_standby_names = '${names}'`];
  if (follows !== null) {
    const { port, user, password } = follows;
    const address = `host=127.0.0.1 port=${port} user=${user} password=${password} application_name=${name}`;
    lines.push(`primary_conninfo = '${address}'`, `primary_slot_name = '${name}'`);
  }
  return `${lines.join("\n")}\n`;
}

/** Settings of every member, given at its start. */
export const REPLICATION_SETTINGS: Readonly<Record<string, string>> = {
  // A standby looks for the primary again this soon; the default of 5 s would prolong a failover.
  wal_retrieve_retry_interval: "500ms",
  // A dead peer is given up after ten seconds instead of a minute.
  wal_receiver_timeout: "10s",
  wal_sender_timeout: "10s",
  wal_receiver_status_interval: "1s",
  // A standby that is away for long is rebuilt; it does not fill the disk of the primary.
  max_slot_wal_keep_size: "2GB",
  wal_keep_size: "128MB",
};
