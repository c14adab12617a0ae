import { byOrder, type ProviderState } from "./discover-providers.ts";

/**
 * Aliases by which these providers are requested, in the order of their cards; those that allow no login are left out
 * (docs/rooms/accounts.md#other-sign-in).
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

/** Providers in maintenance are included: the person knows that way. */
const OPEN = new Set(["ENABLED", "MAINTENANCE"]);
