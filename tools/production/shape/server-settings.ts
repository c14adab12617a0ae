import { serverFlags } from "./native-parts.ts";

/** Settings of every member of the database: the flags of the compose file, with the values of this machine. */
export function serverSettings(): Readonly<Record<string, string>> {
  return { ...serverFlags(), ...OWN_SETTINGS };
}

/** Settings that differ from the compose file. */
export const OWN_SETTINGS: Readonly<Record<string, string>> = {
  // Three members and everything else share this machine.
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  // The build of the npm package knows no other.
  wal_compression: "pglz",
  // Two of each process, and five of Temporal.
  max_connections: "250",
};
