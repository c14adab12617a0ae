/** An app session is in use, or was ended for good. */
export const SESSION_STATUSES = ["ACTIVE", "REVOKED"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Kinds of phones that apps run on. */
export const PHONE_PLATFORMS = ["IOS", "ANDROID"] as const;
export type PhonePlatform = (typeof PHONE_PLATFORMS)[number];

/** Why a session ended (docs/rules.md#accounts-sessions). */
export const SESSION_ENDS = [
  "LOGOUT",
  "REVOKED",
  "REVOKED_ALL",
  "PROVIDER_LOGOUT",
  "PROVIDER_DISABLED",
  "IDENTITY_UNLINKED",
  "SUSPENSION",
  "ACCOUNT_DELETION",
] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

/** Days in which an account's deletion can be called off. */
export const DELETION_GRACE_DAYS = 14;

/** Days that the auth audit is kept. */
export const AUTH_AUDIT_DAYS = 30;

/** Oldest logout token that is taken, in seconds. */
export const LOGOUT_TOKEN_SECONDS = 120;
