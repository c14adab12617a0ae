import type { ClaimMapping, ProviderConfig } from "../../contract/providers/config-schema.ts";
import type {
  Availability,
  ClaimTarget,
  Platform,
  ProviderHealth,
  SetupWarning,
  VerificationPolicy,
} from "../../contract/providers/vocabulary.ts";
import type { ContactKind, Surface } from "../../contract/accounts/vocabulary.ts";
import type { KnownProvider } from "./known-provider.ts";
import type { ProviderClaims } from "./read-claims.ts";

/** The cards for a recipient, in order (docs/rooms/providers.md#discovery). */
export function discoverProviders(
  providers: readonly ProviderState[],
  filter: DiscoveryFilter,
): readonly ProviderCard[] {
  return providers
    .filter((provider) => isOffered(provider, filter))
    .toSorted((a, b) => byOrder(a.config, b.config))
    .map((provider) => cardOf(provider, filter.locale));
}

/** The present state of a provider. */
export type ProviderState = Pick<KnownProvider, "adapter" | "config" | "health">;

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

function isOffered({ config, adapter }: ProviderState, filter: DiscoveryFilter): boolean {
  const { region, contactKind } = filter;
  return (
    // Without an adapter nobody can sign in: its button would lead nowhere.
    adapter !== null &&
    // A provider in maintenance is shown as unavailable: people look for the one they know.
    (config.status === "ENABLED" || config.status === "MAINTENANCE") &&
    config.supportedSurfaces.includes(filter.surface) &&
    config.supportedPlatforms.includes(filter.platform) &&
    (region === null ||
      config.enabledRegions.length === 0 ||
      config.enabledRegions.includes(region)) &&
    (contactKind === null || vouchesFor({ config, adapter }, contactKind))
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
 * Whether a sign-in by a provider proves a contact of a kind. The claims must contain it, the adapter must let it pass,
 * and the policy must not require the other kind instead.
 */
function vouchesFor({ config, adapter }: ClaimReader, kind: ContactKind): boolean {
  const { verificationPolicy, claimMappings } = config;
  const asksFor = verificationPolicy === "EITHER" || verificationPolicy === `VERIFIED_${kind}`;
  const isLetThrough = adapter?.vouch(PROVEN)[kind === "EMAIL" ? "emailVerified" : "phoneVerified"];
  return asksFor && proves(claimMappings, kind) && isLetThrough === true;
}

type ClaimReader = Pick<KnownProvider, "adapter" | "config">;

/** Claims that prove a contact of each kind. */
const PROVEN: ProviderClaims = {
  email: "ana@example.com",
  emailVerified: true,
  phone: "+41791234567",
  phoneVerified: true,
  displayName: null,
};

/** Whether a client can prove the contact of an invitation by this provider. */
export function provesForClients(provider: ClaimReader, kind: ContactKind): boolean {
  const { status, supportedSurfaces } = provider.config;
  const isOpen = status === "ENABLED" && supportedSurfaces.includes("CLIENT_MOBILE");
  return isOpen && vouchesFor(provider, kind);
}

/** Faults of all providers together: while none proves a phone, no phone can be invited. */
export const directoryWarnings = (providers: readonly ClaimReader[]): SetupWarning[] =>
  providers.some((provider) => provesForClients(provider, "PHONE")) ? [] : ["PHONE_NOT_PROVABLE"];

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
