import { nameSearch } from "../kit/name-search.ts";
import type { RosterClient } from "./roster-client.ts";

/** The views of the roster, in the order of their keys. Each is a condition on a client. */
export const ROSTER_VIEWS = [
  // Those who need nobody stand below the others; only the others are counted.
  { id: "attention", has: needsAttention },
  { id: "all", has: () => true },
  { id: "falling", has: isFalling },
  { id: "silent", has: isSilent },
  { id: "onboarding", has: ({ status }) => status === "ONBOARDING" },
  { id: "unsynced", has: ({ outbox }) => unsyncedEntries(outbox) > 0 },
  { id: "mine", has: ({ coach }, { userId }) => coach.userId === userId },
  { id: "paused", has: ({ status }) => status === "PAUSED" },
  // Read by itself when it is opened: the others leave out whose relationship has ended.
  { id: "ended", has: ({ status }) => status === "ENDED" },
] as const satisfies readonly RosterView[];

/** The view that the roster opens with. */
export const USUAL_VIEW = "attention";

export type RosterViewId = (typeof ROSTER_VIEWS)[number]["id"];

interface RosterView {
  readonly id: string;
  readonly has: (client: RosterClient, reader: Reader) => boolean;
}

/** The coach who reads, and when. */
export interface Reader {
  readonly userId: string;
  readonly now: Date;
}

function needsAttention({ attention }: RosterClient): boolean {
  return attention !== null;
}

/** Points by which 7 days must lie below 28 days to count as falling. */
const FALL_POINTS = 15;

function isFalling({ percent7, percent28 }: RosterClient): boolean {
  return percent7 !== null && percent28 !== null && percent28 - percent7 >= FALL_POINTS;
}

const SILENT_MS = 3 * 24 * 60 * 60 * 1000;

/** An active client whose phones made no contact for three days, or never. */
function isSilent({ status, lastSyncAt }: RosterClient, { now }: Reader): boolean {
  if (status !== "ACTIVE") return false;
  return lastSyncAt === null || now.getTime() - Date.parse(lastSyncAt) >= SILENT_MS;
}

/** Entries that wait or were refused on a client's phones. */
export function unsyncedEntries(outbox: RosterClient["outbox"]): number {
  const { depth = 0, rejected = 0 } = outbox ?? {};
  return depth + rejected;
}

/**
 * The clients of a view that pass the filters and the typed search, in the server's order. The view "attention" has
 * those too who need nobody, below the others.
 */
export function clientsInView(
  clients: readonly RosterClient[],
  { view, bucket, coach, typed, reader }: Choice,
): readonly RosterClient[] {
  const { has } = ROSTER_VIEWS.find(({ id }) => id === view) ?? ROSTER_VIEWS[0];
  const isSought = nameSearch(typed);
  const found = clients.filter((client) => {
    if (view !== "attention" && !has(client, reader)) return false;
    if (bucket !== undefined && client.bucket !== bucket) return false;
    if (coach !== undefined && client.coach.userId !== coach) return false;
    return isSought(client.client.displayName);
  });
  if (view !== "attention") return found;
  return [...found.filter(needsAttention), ...found.filter((client) => !needsAttention(client))];
}

/** How many of the shown clients come before those who need nobody; null in a view without tiers. */
export const quietFrom = (clients: readonly RosterClient[], view: RosterViewId): number | null =>
  view === "attention" ? clients.filter(needsAttention).length : null;

/** The part of the roster to show. */
export interface Choice {
  readonly view: RosterViewId;
  readonly bucket?: string | undefined;
  readonly coach?: string | undefined;
  readonly typed: string;
  readonly reader: Reader;
}
