import { PROOF_MINUTES } from "../../contract/accounts/vocabulary.ts";

/** Providers' clocks may be this far ahead of ours. */
const TOLERANCE_MS = 15_000;

/**
 * Whether somebody proved a sign-in just now: not when the token was renewed, but when the person
 * stood before the provider (`auth_time`). A token that does not say so proves nothing.
 */
export function isFreshProof(authenticatedAt: Date | null, now: Date): boolean {
  if (authenticatedAt === null) return false;
  const ageMs = now.getTime() - authenticatedAt.getTime();
  return ageMs >= -TOLERANCE_MS && ageMs <= PROOF_MINUTES * 60_000;
}
