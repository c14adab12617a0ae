import type { RosterClient } from "./roster-client.ts";

/** The lines of the roster: its clients, and a line that says from where on nobody is needed, if one is. */
export function rosterLines(
  clients: readonly RosterClient[],
  quietFrom: number | null,
): readonly RosterLine[] {
  if (quietFrom === null || quietFrom >= clients.length) return clients;
  return [...clients.slice(0, quietFrom), QUIET, ...clients.slice(quietFrom)];
}

/** The line between those who need somebody and the others. */
export const QUIET = "QUIET";

export type RosterLine = RosterClient | typeof QUIET;
