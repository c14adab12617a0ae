import type { ProviderClaims, TokenClaims } from "./read-claims.ts";

/** Adapters by provider key. */
export type ProviderAdapters = ReadonlyMap<string, ProviderAdapter>;

/** Code for a provider, beyond its configuration. */
export interface ProviderAdapter {
  /** Final filter of what the provider vouches for: configuration can only narrow it. */
  readonly vouch: (claims: ProviderClaims) => ProviderClaims;
  /** Claims of made-up people, for dry runs of a configuration. */
  readonly fixtures: Readonly<Record<string, TokenClaims>>;
}

const ANA = { sub: "fixture", name: "Ana Silva" };
const EMAIL = { ...ANA, email: "ana@example.com" };
const PHONE = { ...ANA, phone_number: "+41 79 123 45 67" };

/** Social providers prove an e-mail address and nothing else. */
const emailOnly = (claims: ProviderClaims): ProviderClaims => ({
  ...claims,
  phone: null,
  phoneVerified: false,
});

/** A chat provider's consented phone claim is a verified phone; it has no e-mail address. */
const phoneOnly = (claims: ProviderClaims): ProviderClaims => ({
  ...claims,
  email: null,
  emailVerified: false,
});

/** Every provider the product supports. A new one is one line here and a configuration file. */
export const PROVIDER_ADAPTERS: ProviderAdapters = new Map<string, ProviderAdapter>([
  [
    "email-password",
    {
      vouch: (claims) => claims,
      fixtures: {
        verified: { ...EMAIL, email_verified: true },
        unverified: { ...EMAIL, email_verified: false },
        "no-email": { ...PHONE, phone_number_verified: true },
      },
    },
  ],
  [
    "google",
    {
      vouch: emailOnly,
      fixtures: {
        verified: { ...EMAIL, email_verified: true },
        unverified: { ...EMAIL, email_verified: false },
        "no-email": ANA,
      },
    },
  ],
  [
    "apple",
    {
      vouch: emailOnly,
      fixtures: {
        verified: { ...EMAIL, email_verified: "true" },
        "hidden-email": {
          ...ANA,
          email: "x1y2z3@privaterelay.appleid.com",
          email_verified: "true",
        },
        "no-email": ANA,
      },
    },
  ],
  [
    "telegram",
    {
      vouch: phoneOnly,
      fixtures: {
        verified: { ...PHONE, phone_number_verified: true },
        "no-consent": ANA,
      },
    },
  ],
]);
