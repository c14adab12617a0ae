import type { ProviderConfig } from "../../contract/providers/config-schema.ts";
import type { ProviderStatus, VerificationPolicy } from "../../contract/providers/vocabulary.ts";
import type { Surface } from "../../contract/accounts/vocabulary.ts";
import type { ClaimProblem, ProviderClaims } from "./read-claims.ts";

/**
 * Whether a new login may start: null, or why not. An existing session continues regardless of the provider's status,
 * until it is revoked (docs/rooms/providers.md#status, docs/rooms/providers.md#new-logins).
 */
export function judgeLogin(
  provider: Pick<ProviderConfig, "status" | "supportedSurfaces" | "verificationPolicy">,
  login: NewLogin,
): LoginRefusal | null {
  const open = login.isTestSubject ? OPEN_TO_TESTS : OPEN;
  if (!open.includes(provider.status)) return "STATUS";
  if (!provider.supportedSurfaces.includes(login.surface)) return "SURFACE";
  if (login.problems.length > 0) return "CLAIMS";
  return meetsPolicy(provider.verificationPolicy, login.claims) ? null : "VERIFICATION";
}

/** Why a provider starts no login: its status, the app's surface, its claims, or its policy. */
export type LoginRefusal = "STATUS" | "SURFACE" | "CLAIMS" | "VERIFICATION";

/** A first sign-in. */
export interface NewLogin {
  readonly surface: Surface;
  readonly claims: ProviderClaims;
  readonly problems: readonly ClaimProblem[];
  /** On the configured list of internal test subjects. */
  readonly isTestSubject: boolean;
}

/** Statuses that allow new logins; the second list for internal test subjects. */
const OPEN: readonly ProviderStatus[] = ["ENABLED"];
const OPEN_TO_TESTS: readonly ProviderStatus[] = [
  ...OPEN,
  "DRY_RUN",
  "MAINTENANCE",
  "DISABLED",
  "DEPRECATED",
];

/** Whether a sign-in proves what its provider must prove. */
export function meetsPolicy(policy: VerificationPolicy, claims: ProviderClaims): boolean {
  switch (policy) {
    case "VERIFIED_EMAIL":
      return claims.emailVerified;
    case "VERIFIED_PHONE":
      return claims.phoneVerified;
    case "EITHER":
      return claims.emailVerified || claims.phoneVerified;
  }
}
