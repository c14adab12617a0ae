import type { ClaimMapping, ProviderConfig } from "../../contract/providers/config-schema.ts";
import type {
  Availability,
  ClaimTarget,
  Platform,
  ProviderHealth,
  VerificationPolicy,
} from "../../contract/providers/vocabulary.ts";
import type { ContactKind, Surface } from "../../contract/accounts/vocabulary.ts";

/** The cards for a recipient, in order (docs/rooms/providers.md#discovery). */
export function discoverProviders(
  providers: readonly ProviderState[],
  filter: DiscoveryFilter,
): readonly ProviderCard[] {
  return providers
    .filter(({ config }) => isOffered(config, filter))
    .toSorted((a, b) => byOrder(a.config, b.config))
    .map((provider) => cardOf(provider, filter.locale));
}

/** The present state of a provider. */
export interface ProviderState {
  readonly config: ProviderConfig;
  readonly health: ProviderHealth | null;
}

/** The recipient of the cards; null does not filter. */
export interface DiscoveryFilter {
  readonly surface: Surface;
  readonly platform: Platform;
  readonly region: string | null;
  readonly locale: string | null;
  /** The contact kind that an invitation is bound to: providers that cannot prove it are left out. */
  readonly contactKind: ContactKind | null;
}

/** The public fields of a provider; nothing internal. */
export interface ProviderCard {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly availability: Availability;
  readonly alias: string;
  readonly requiredVerification: VerificationPolicy;
  readonly supportCopy: string | null;
}

function isOffered(config: ProviderConfig, filter: DiscoveryFilter): boolean {
  const { region, contactKind } = filter;
  return (
    // A provider in maintenance is shown as unavailable: people look for the one they know.
    (config.status === "ENABLED" || config.status === "MAINTENANCE") &&
    config.supportedSurfaces.includes(filter.surface) &&
    config.supportedPlatforms.includes(filter.platform) &&
    (region === null ||
      config.enabledRegions.length === 0 ||
      config.enabledRegions.includes(region)) &&
    (contactKind === null || vouchesFor(config, contactKind))
  );
}

const VERIFIED_TARGET = {
  EMAIL: "EMAIL_VERIFIED",
  PHONE: "PHONE_VERIFIED",
} as const satisfies Record<ContactKind, ClaimTarget>;

/** Whether mappings can yield a verified contact of a kind. */
export function proves(mappings: readonly ClaimMapping[], kind: ContactKind): boolean {
  const targets = new Set(mappings.map(({ target }) => target));
  return targets.has(kind) && targets.has(VERIFIED_TARGET[kind]);
}

/**
 * Whether a sign-in by a provider proves a contact of a kind. The claims must contain it, and the policy must not
 * require the other kind instead.
 */
function vouchesFor(config: ProviderConfig, kind: ContactKind): boolean {
  const { verificationPolicy, claimMappings } = config;
  const asksFor = verificationPolicy === "EITHER" || verificationPolicy === `VERIFIED_${kind}`;
  return asksFor && proves(claimMappings, kind);
}

/** Whether a client can prove the contact of an invitation by this provider. */
export function provesForClients(config: ProviderConfig, kind: ContactKind): boolean {
  const isOpen = config.status === "ENABLED" && config.supportedSurfaces.includes("CLIENT_MOBILE");
  return isOpen && vouchesFor(config, kind);
}

/** Order of two cards. */
export function byOrder(a: ProviderConfig, b: ProviderConfig): number {
  const difference = a.display.sortOrder - b.display.sortOrder;
  return difference === 0 ? a.providerKey.localeCompare(b.providerKey) : difference;
}

function cardOf({ config, health }: ProviderState, locale: string | null): ProviderCard {
  const { display } = config;
  return {
    key: config.providerKey,
    label: textFor(display.displayName, locale) ?? config.providerKey,
    icon: display.iconKey,
    availability: availabilityOf(config, health),
    alias: config.keycloakAlias,
    requiredVerification: config.verificationPolicy,
    supportCopy: textFor(display.supportCopy ?? {}, locale),
  };
}

/** Health only warns and never closes: a failed probe may be our own fault. */
function availabilityOf(config: ProviderConfig, health: ProviderHealth | null): Availability {
  if (config.status !== "ENABLED") return "UNAVAILABLE";
  return health === null || health === "HEALTHY" ? "AVAILABLE" : "DEGRADED";
}

/** The text for a language tag, for its language, or in English. */
function textFor(texts: Readonly<Record<string, string>>, locale: string | null): string | null {
  const byTag = new Map(Object.entries(texts).map(([tag, text]) => [tag.toLowerCase(), text]));
  const tag = locale?.toLowerCase() ?? "en";
  const [language = ""] = tag.split("-", 1);
  return byTag.get(tag) ?? byTag.get(language) ?? byTag.get("en") ?? null;
}
