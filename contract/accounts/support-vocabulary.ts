/**
 * Permissions of support staff. Each is granted by name, with a reason; an administrator has all of them
 * (docs/rooms/wire.md#support-access).
 */
export const SUPPORT_PERMISSIONS = [
  "users.read",
  "users.suspend",
  "auth-audit.read",
  "sessions.end",
  "invitations.resend",
  "onboarding.read",
  "onboarding.force-complete",
  "notifications.read",
  "devices.read",
  "receipts.read",
  "rejected-operations.read",
  "payloads.read",
  "quarantine.read",
  "quarantine.redrive",
  "purges.read",
  "agenda.read",
] as const;
export type SupportPermission = (typeof SUPPORT_PERMISSIONS)[number];

/** Contacts that one operator may look up within an hour (docs/rooms/wire.md#support-access). */
export const CONTACT_LOOKUPS_PER_HOUR = 60;

/** Newest events of the auth audit that support reads about a person. */
export const MOST_AUTH_EVENTS = 100;

/** Header with the reason for reading raw records. */
export const ACCESS_REASON_HEADER = "X-Access-Reason";

/** Longest reason, in characters. */
export const MAX_REASON_LENGTH = 500;
