import pino from "pino";
import { openAccessTokens, type TokenVerifier } from "../../../api/guard/open-access-tokens.ts";
import { openProviderKeys, type ProviderKeys } from "../../../api/guard/provider-keys.ts";
import { knownProvider } from "../../../activities/providers/provider-sources.ts";
import type { KnownProvider } from "../../../rules/providers/known-provider.ts";
import { TEST_AUDIENCE, TEST_CLIENTS, TEST_MACHINES } from "../../harness/test-clients.ts";
import { type TestIssuer, startTestIssuer } from "../../harness/test-issuer.ts";
import { TEST_PROVIDERS } from "../../harness/test-providers.ts";

const log = pino({ level: "silent" });

/** A guard with the provider that it trusts. */
export interface Guard {
  readonly issuer: TestIssuer;
  readonly keys: ProviderKeys;
  readonly verify: (token: string) => ReturnType<TokenVerifier>;
  readonly verifyHeaders: TokenVerifier;
}

/** Reads the files alone: an alias is its key, and there are no overrides. */
export async function findProvider(alias = "email-password"): Promise<KnownProvider | null> {
  const known = knownProvider(TEST_PROVIDERS.sources, alias, null);
  return known && { ...known, health: null };
}

/** Opens a guard with its own provider. */
export async function openGuard(
  times: { cooldownMs?: number; staleMs?: number } = {},
): Promise<Guard> {
  const issuer = await startTestIssuer();
  return guardFor(issuer, times);
}

/** Opens a guard that trusts a provider; sign-in methods are configured as in the files by default. */
export function guardFor(
  issuer: TestIssuer,
  times: { cooldownMs?: number; staleMs?: number },
  find = findProvider,
): Guard {
  const keys = openProviderKeys({ issuer: issuer.issuer, log, ...times });
  const rules = {
    issuer: issuer.issuer,
    audience: TEST_AUDIENCE,
    clients: TEST_CLIENTS,
    machines: TEST_MACHINES,
    keys,
    findProvider: find,
    testSubjects: new Set<string>(),
  };
  const { verify: verifyHeaders } = openAccessTokens(rules);
  return { issuer, keys, verifyHeaders, verify: (token) => verifyHeaders([`Bearer ${token}`]) };
}

/** Closes both. */
export async function closeGuard({ keys, issuer }: Guard): Promise<void> {
  keys.close();
  await issuer.close();
}
