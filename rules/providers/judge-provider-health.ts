import type { ProviderConfig } from "../../contract/providers/config-schema.ts";
import {
  HEALTH_CHECK_MS,
  type HealthError,
  type ProviderHealth,
  type SetupWarning,
} from "../../contract/providers/vocabulary.ts";
import { proves } from "./discover-providers.ts";
import { meetsPolicy } from "./judge-login.ts";
import { readClaims, type TokenClaims } from "./read-claims.ts";
import type { ProviderAdapter } from "./provider-adapters.ts";

/** The health of a provider after a probe; DEGRADED is a warning and closes nothing. */
export function judgeProviderHealth(probe: ProviderProbe, hasAdapter: boolean): JudgedHealth {
  const warnings: SetupWarning[] = hasAdapter ? [] : ["ADAPTER_MISSING"];
  if (probe.errorCode !== null) return { status: "DOWN", warnings };
  const { pkceS256, issuerParameter, backchannelLogout } = probe.announces;
  if (!backchannelLogout) warnings.push("BACKCHANNEL_LOGOUT_NOT_ANNOUNCED");
  if (!issuerParameter) warnings.push("ISSUER_PARAMETER_NOT_ANNOUNCED");
  const grave: SetupWarning[] = [
    ...(pkceS256 ? [] : (["PKCE_S256_NOT_ANNOUNCED"] as const)),
    ...(probe.latencyMs < SLOW_MS ? [] : (["SLOW_ANSWER"] as const)),
  ];
  const degraded = grave.length > 0 || !hasAdapter;
  return { status: degraded ? "DEGRADED" : "HEALTHY", warnings: [...warnings, ...grave] };
}

/** The result of probing a provider: what its issuer announces, or what failed. */
export interface ProviderProbe {
  readonly latencyMs: number;
  readonly errorCode: HealthError | null;
  readonly announces: {
    readonly pkceS256: boolean;
    readonly issuerParameter: boolean;
    readonly backchannelLogout: boolean;
  };
}

/** The health of a provider. */
export interface JudgedHealth {
  readonly status: ProviderHealth;
  readonly warnings: readonly SetupWarning[];
}

/** An answer that took half of the allowed time. */
const SLOW_MS = HEALTH_CHECK_MS / 2;

/** The result of applying a configuration to made-up claims. */
export interface DryRun {
  /** Names of required claims that are missing or unreadable. */
  readonly missingClaims: readonly string[];
  readonly warnings: readonly SetupWarning[];
}

/** Applies a configuration to claims, without token, user or network call. */
export function dryRunClaims(
  config: ProviderConfig,
  adapter: ProviderAdapter,
  claims: TokenClaims,
): DryRun {
  const read = readClaims(config.claimMappings, claims);
  const met = meetsPolicy(config.verificationPolicy, adapter.vouch(read.claims));
  return {
    missingClaims: read.problems.map(({ claim }) => claim),
    warnings: met ? [] : ["POLICY_NOT_MET"],
  };
}

/** Faults of a configuration that need no probe. */
export function setupWarnings(
  config: ProviderConfig,
  hasAdapter: boolean,
): readonly SetupWarning[] {
  const { claimMappings, verificationPolicy } = config;
  const [email, phone] = [proves(claimMappings, "EMAIL"), proves(claimMappings, "PHONE")];
  const mapped = { VERIFIED_EMAIL: email, VERIFIED_PHONE: phone, EITHER: email || phone };
  return [
    ...(hasAdapter ? [] : (["ADAPTER_MISSING"] as const)),
    ...(mapped[verificationPolicy] ? [] : (["POLICY_NOT_MAPPED"] as const)),
  ];
}
