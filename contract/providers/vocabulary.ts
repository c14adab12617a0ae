/** Life of a provider's configuration (docs/rooms/providers.md#status). */
export const PROVIDER_STATUSES = [
  "DRAFT",
  "DRY_RUN",
  "ENABLED",
  "MAINTENANCE",
  "DISABLED",
  "DEPRECATED",
] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

/** Platforms of the apps; a filter of discovery. */
export const PLATFORMS = ["WEB", "IOS", "ANDROID"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Contacts of which a sign-in must have verified one before it may begin a login. */
export const VERIFICATION_POLICIES = ["VERIFIED_EMAIL", "VERIFIED_PHONE", "EITHER"] as const;
export type VerificationPolicy = (typeof VERIFICATION_POLICIES)[number];

/** Fields that a claim of a token may fill. The subject is never mapped; it is the token's own. */
export const CLAIM_TARGETS = [
  "EMAIL",
  "EMAIL_VERIFIED",
  "PHONE",
  "PHONE_VERIFIED",
  "DISPLAY_NAME",
] as const;
export type ClaimTarget = (typeof CLAIM_TARGETS)[number];

/** How a claim is converted; nothing else can be configured. */
export const CLAIM_TRANSFORMS = ["TEXT", "EMAIL", "PHONE", "BOOLEAN", "BOOLEAN_TEXT"] as const;
export type ClaimTransform = (typeof CLAIM_TRANSFORMS)[number];

/** Result of a check of a provider. A DEGRADED provider works; it is only a warning. */
export const PROVIDER_HEALTHS = ["HEALTHY", "DEGRADED", "DOWN"] as const;
export type ProviderHealth = (typeof PROVIDER_HEALTHS)[number];

/** Defects of a provider's setup that do not prevent sign-ins. */
export const SETUP_WARNINGS = [
  "ADAPTER_MISSING",
  "BACKCHANNEL_LOGOUT_NOT_ANNOUNCED",
  "PHONE_NOT_PROVABLE",
  "ISSUER_PARAMETER_NOT_ANNOUNCED",
  "PKCE_S256_NOT_ANNOUNCED",
  "POLICY_NOT_MAPPED",
  "POLICY_NOT_MET",
  "SLOW_ANSWER",
] as const;
export type SetupWarning = (typeof SETUP_WARNINGS)[number];

/** Why a provider's health is unknown. */
export const HEALTH_ERRORS = [
  "DISCOVERY_FAILED",
  "KEYS_FAILED",
  "NO_USABLE_KEY",
  "LOGIN_NOT_OFFERED",
] as const;
export type HealthError = (typeof HEALTH_ERRORS)[number];

/** Availability of a provider, as shown on its card in discovery. */
export const AVAILABILITIES = ["AVAILABLE", "DEGRADED", "UNAVAILABLE"] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** Event types of the configuration audit. */
export const PROVIDER_CHANGES = ["CREATED", "CHANGED", "HEALTH_CHECKED"] as const;
export type ProviderChange = (typeof PROVIDER_CHANGES)[number];

/** Where a provider is configured: in a file, or in the table that overrides files. */
export const PROVIDER_SOURCES = ["FILE", "OVERRIDE"] as const;

/** Key of a sign-in that names no upstream provider. */
export const LOCAL_PROVIDER_KEY = "email-password";

/** Timeout of a health check of a provider. */
export const HEALTH_CHECK_MS = 3_000;

/** Days for which detailed rows of health and configuration are kept; then they are summarised by day. */
export const PROVIDER_DETAIL_DAYS = 30;
