/**
 * Decides how fresh the page is. The server answers a long poll after 25 seconds even if nothing changed. If it is silent
 * for much longer, it does not answer any more.
 */
export function liveState({ offlineSince, contactAt, now }: LiveFacts): LiveState | null {
  if (offlineSince !== null)
    return { kind: "OFFLINE", at: contactAt === null ? offlineSince : new Date(contactAt) };
  if (contactAt === null) return null;
  // A clock that was set back makes no answer come from the future.
  const age = Math.max(0, now - contactAt);
  if (age < STALE_MS) return { kind: "LIVE", seconds: Math.floor(age / 1000) };
  return { kind: "STALE", age };
}

/** Result of `liveState`; null before the first answer. */
export type LiveState =
  | { readonly kind: "LIVE"; readonly seconds: number }
  /** Milliseconds since the last answer. */
  | { readonly kind: "STALE"; readonly age: number }
  /** When the shown data was read. */
  | { readonly kind: "OFFLINE"; readonly at: Date };

interface LiveFacts {
  readonly offlineSince: Date | null;
  /** When the server last answered, in milliseconds; null until it does. */
  readonly contactAt: number | null;
  readonly now: number;
}

/** The wait of a poll, with time for the answer on its way and one pause between two tries. */
const STALE_MS = 45_000;
