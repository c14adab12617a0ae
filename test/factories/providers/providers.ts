import type { ProviderConfig } from "../../../contract/providers/config-schema.ts";
import type { ProviderAdapter } from "../../../rules/providers/provider-adapters.ts";
import { TEST_PROVIDERS } from "../../harness/test-providers.ts";

/** The configuration of a provider's file, with changes. */
export function providerConfig(
  providerKey: string,
  changes: Partial<ProviderConfig> = {},
): ProviderConfig {
  const file = TEST_PROVIDERS.sources.files.get(providerKey);
  if (file === undefined) throw new Error(`There is no file for ${providerKey}`);
  return { ...file, ...changes };
}

/** The product's files with changes, one per provider. */
export function providerFiles(
  ...changed: readonly ProviderConfig[]
): ReadonlyMap<string, ProviderConfig> {
  const { files } = TEST_PROVIDERS.sources;
  return new Map([...files, ...changed.map((config) => [config.providerKey, config] as const)]);
}

/** Providers of which one verifies phones. */
export const PROVING_PHONES = {
  sources: {
    ...TEST_PROVIDERS.sources,
    files: providerFiles(providerConfig("telegram", { status: "ENABLED" })),
  },
};

/** A sign-in method that the product does not have: a record and an adapter. */
export const MATRIX: { readonly config: ProviderConfig; readonly adapter: ProviderAdapter } = {
  config: {
    providerKey: "matrix",
    keycloakAlias: "matrix-id",
    status: "ENABLED",
    display: { displayName: { en: "Matrix" }, iconKey: "matrix", sortOrder: 5 },
    supportedSurfaces: ["CLIENT_MOBILE", "COACH_MOBILE"],
    supportedPlatforms: ["IOS", "ANDROID"],
    enabledRegions: [],
    verificationPolicy: "VERIFIED_EMAIL",
    claimMappings: [
      { claim: "mail", target: "EMAIL", required: true, transform: "EMAIL" },
      { claim: "mail_ok", target: "EMAIL_VERIFIED", required: true, transform: "BOOLEAN_TEXT" },
    ],
  },
  adapter: {
    vouch: (claims) => ({ ...claims, phone: null, phoneVerified: false }),
    fixtures: { verified: { mail: "ana@example.com", mail_ok: "true" } },
  },
};
