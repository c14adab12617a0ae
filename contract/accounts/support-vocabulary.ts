/**
 * What a support person can be let to do; an administrator may do all of it. Each is granted by name,
 * with a reason (docs/rules.md#wire-support-access).
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

/** Header that says why raw records are read. */
export const ACCESS_REASON_HEADER = "X-Access-Reason";

/** Longest reason, in characters. */
export const MAX_REASON_LENGTH = 500;
