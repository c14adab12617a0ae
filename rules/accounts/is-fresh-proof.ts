import { PROOF_MINUTES } from "../../contract/accounts/vocabulary.ts";

/**
 * Whether the person signed in just now. The provider's `auth_time` counts, not the renewal of the token. A token
 * without it proves nothing.
 */
export function isFreshProof(authenticatedAt: Date | null, now: Date): boolean {
  if (authenticatedAt === null) return false;
  const ageMs = now.getTime() - authenticatedAt.getTime();
  return ageMs >= -TOLERANCE_MS && ageMs <= PROOF_MINUTES * 60_000;
}

/** Providers' clocks may be this far ahead of ours. */
const TOLERANCE_MS = 15_000;
