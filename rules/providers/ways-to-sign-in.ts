import { byOrder, type ProviderState } from "./discover-providers.ts";

/**
 * Aliases under which these providers are asked for, in the order of their cards; what begins no login
 * is left out (docs/rooms/accounts.md#other-sign-in).
 */
export function waysToSignIn(
  providers: readonly Pick<ProviderState, "config">[],
  keys: ReadonlySet<string>,
): string[] {
  return providers
    .map(({ config }) => config)
    .filter(({ providerKey, status }) => keys.has(providerKey) && OPEN.has(status))
    .toSorted(byOrder)
    .map(({ keycloakAlias }) => keycloakAlias);
}

/** In maintenance it is named all the same: it is the way that the person knows. */
const OPEN = new Set(["ENABLED", "MAINTENANCE"]);
