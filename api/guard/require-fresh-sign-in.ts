import { Refusal } from "../../contract/refusal.ts";
import { isFreshProof } from "../../rules/accounts/is-fresh-proof.ts";
import type { Access, Granted } from "./access.ts";

/**
 * Requires a recent sign-in, and asks for a new one as RFC 9470 specifies (docs/rooms/accounts.md#fresh-sign-in). The
 * clock is the process's, which judges the other instants of the token too.
 *
 * @throws Refusal UNAUTHENTICATED with the challenge `insufficient_user_authentication`.
 */
export function requireFreshSignIn(granted: Granted[Access]): void {
  const caller = "caller" in granted ? granted.caller : null;
  if (isFreshProof(caller?.identity.authenticatedAt ?? null, new Date())) return;
  throw new Refusal("UNAUTHENTICATED", { challenge: "insufficient_user_authentication" });
}
