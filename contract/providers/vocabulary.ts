/** Life of a provider's configuration (docs/rules.md#providers-status). */
export const PROVIDER_STATUSES = [
  "DRAFT",
  "DRY_RUN",
  "ENABLED",
  "MAINTENANCE",
  "DISABLED",
  "DEPRECATED",
] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

/** What apps run on; a filter of discovery. */
export const PLATFORMS = ["WEB", "IOS", "ANDROID"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** What a sign-in must prove before it begins a login. */
export const VERIFICATION_POLICIES = ["VERIFIED_EMAIL", "VERIFIED_PHONE", "EITHER"] as const;
export type VerificationPolicy = (typeof VERIFICATION_POLICIES)[number];

/** What a claim of a token may become. The subject is never mapped: it is the token's own. */
export const CLAIM_TARGETS = [
  "EMAIL",
  "EMAIL_VERIFIED",
  "PHONE",
  "PHONE_VERIFIED",
  "DISPLAY_NAME",
] as const;
export type ClaimTarget = (typeof CLAIM_TARGETS)[number];

/** How a claim is read on its way; nothing else can be configured. */
export const CLAIM_TRANSFORMS = ["TEXT", "EMAIL", "PHONE", "BOOLEAN", "BOOLEAN_TEXT"] as const;
export type ClaimTransform = (typeof CLAIM_TRANSFORMS)[number];

/** How a look at a provider ended. DEGRADED works and is only a warning. */
export const PROVIDER_HEALTHS = ["HEALTHY", "DEGRADED", "DOWN"] as const;
export type ProviderHealth = (typeof PROVIDER_HEALTHS)[number];

/** What is not right about a provider's setup, though people may sign in. */
export const SETUP_WARNINGS = [
  "ADAPTER_MISSING",
  "BACKCHANNEL_LOGOUT_NOT_ANNOUNCED",
  "ISSUER_PARAMETER_NOT_ANNOUNCED",
  "PKCE_S256_NOT_ANNOUNCED",
  "POLICY_NOT_MAPPED",
  "POLICY_NOT_MET",
  "SLOW_ANSWER",
] as const;
export type SetupWarning = (typeof SETUP_WARNINGS)[number];

/** Why nothing can be said for a provider at the moment. */
export const HEALTH_ERRORS = ["DISCOVERY_FAILED", "KEYS_FAILED", "NO_USABLE_KEY"] as const;
export type HealthError = (typeof HEALTH_ERRORS)[number];

/** What a card of discovery says of a provider. */
export const AVAILABILITIES = ["AVAILABLE", "DEGRADED", "UNAVAILABLE"] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** What the configuration audit records. */
export const PROVIDER_CHANGES = ["CREATED", "CHANGED", "HEALTH_CHECKED"] as const;
export type ProviderChange = (typeof PROVIDER_CHANGES)[number];

/** Where an administrator's word counts: the files, or the table over them. */
export const PROVIDER_SOURCES = ["FILE", "OVERRIDE"] as const;

/** Key of a sign-in that names no upstream provider. */
export const LOCAL_PROVIDER_KEY = "email-password";

/** Longest time a look at the provider may take. */
export const HEALTH_CHECK_MS = 3_000;

/** Detailed rows of health and configuration are kept this long, then summarised by day. */
export const PROVIDER_DETAIL_DAYS = 30;
