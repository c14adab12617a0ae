import { isJoinHandle } from "./join-handle.ts";
import { isConsolePath } from "./return-path.ts";

/** Keeps what a sign-in needs while the browser is at the provider, under its `state`. */
export function keepPendingSignIn(state: string, pending: PendingSignIn): void {
  sessionStorage.setItem(`${PREFIX}${state}`, JSON.stringify(pending));
}

/**
 * Takes what was kept for `state`, and removes every sign-in that was kept: each is used once.
 *
 * @returns null if this tab began no sign-in with that state.
 */
export function takePendingSignIn(state: string): PendingSignIn | null {
  const kept = sessionStorage.getItem(`${PREFIX}${state}`);
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  return kept === null ? null : pendingOf(JSON.parse(kept));
}

/** A sign-in that is under way. */
export interface PendingSignIn {
  /** The secret that proves that this tab began it (RFC 7636). */
  readonly verifier: string;
  readonly nonce: string;
  /** The console's address to go on at. */
  readonly returnTo: string;
  /** True if the page began it by itself: a failure then says nothing to the person. */
  readonly isSilent: boolean;
  /** The invitation that the person joins after it; null if they just sign in. */
  readonly joinHandle: string | null;
}

const PREFIX = "sign-in:";

function pendingOf(kept: unknown): PendingSignIn | null {
  if (typeof kept !== "object" || kept === null) return null;
  if (!("verifier" in kept && "nonce" in kept && "returnTo" in kept && "isSilent" in kept))
    return null;
  const { verifier, nonce, returnTo, isSilent } = kept;
  if (typeof verifier !== "string" || typeof nonce !== "string") return null;
  if (typeof returnTo !== "string" || !isConsolePath(returnTo)) return null;
  const joinHandle = "joinHandle" in kept && isJoinHandle(kept.joinHandle) ? kept.joinHandle : null;
  return { verifier, nonce, returnTo, isSilent: isSilent === true, joinHandle };
}
