/**
 * Permissions of support staff. Each is granted by name, with a reason; an administrator has all of them
 * (docs/rooms/wire.md#support-access).
 */
export const SUPPORT_PERMISSIONS = [
  "users.read",
  "users.suspend",
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

/** Header with the reason for reading raw records. */
export const ACCESS_REASON_HEADER = "X-Access-Reason";

/** Longest reason, in characters. */
export const MAX_REASON_LENGTH = 500;
