/** An app session is in use or has ended for good. */
export const SESSION_STATUSES = ["ACTIVE", "REVOKED"] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** Phone platforms of the apps. */
export const PHONE_PLATFORMS = ["IOS", "ANDROID"] as const;
export type PhonePlatform = (typeof PHONE_PLATFORMS)[number];

/** Why a session ended (docs/rooms/accounts.md#sessions). */
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

/** Days during which the deletion of an account can be cancelled. */
export const DELETION_GRACE_DAYS = 14;

/** Days for which the auth audit is kept. */
export const AUTH_AUDIT_DAYS = 30;

/** Maximum age of an accepted logout token, in seconds. */
export const LOGOUT_TOKEN_SECONDS = 120;
