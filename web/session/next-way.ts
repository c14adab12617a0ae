import { isJoinHandle } from "./join-handle.ts";

/**
 * Remembers by which way the next sign-in goes, over a sign-out at the provider. Without the sign-out the provider
 * would take the sign-in that it knows.
 */
export const keepNextWay = (way: NextWay): void =>
  sessionStorage.setItem(NAME, JSON.stringify(way));

/** Takes the way once; null if the person did not ask for another sign-in. */
export function takeNextWay(): NextWay | null {
  const kept = sessionStorage.getItem(NAME);
  sessionStorage.removeItem(NAME);
  return kept === null ? null : nextWayOf(JSON.parse(kept));
}

export interface NextWay {
  /** An empty name leaves the choice to the person. */
  readonly alias: string;
  /** The invitation that the person goes on to join with the other sign-in. */
  readonly joinHandle: string | null;
}

const NAME = "next-sign-in";

function nextWayOf(kept: unknown): NextWay | null {
  if (typeof kept !== "object" || kept === null) return null;
  if (!("alias" in kept && "joinHandle" in kept)) return null;
  const { alias, joinHandle } = kept;
  if (typeof alias !== "string") return null;
  return { alias, joinHandle: isJoinHandle(joinHandle) ? joinHandle : null };
}
