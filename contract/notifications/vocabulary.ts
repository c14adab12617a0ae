/** What people are told of, and what they may mute. */
export const NOTIFICATION_CATEGORIES = [
  "WELCOME",
  "CLIENT_STARTED_ONBOARDING",
  "ONBOARDING_REMINDER",
  "ONBOARDING_NUDGE",
  "COMPLETION_REQUEST",
  "FORM_ASSIGNED",
] as const;
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number];

/** What was decided: told now, told when the quiet hours are over, or not told. */
export const NOTIFICATION_OUTCOMES = ["SEND", "DEFER", "SUPPRESS"] as const;
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

/** Why it was decided so. */
export const NOTIFICATION_REASONS = [
  "ALLOWED",
  "QUIET_HOURS",
  "MUTED",
  "NO_CHANNEL",
  "WINDOW_MISSED",
  "RELATIONSHIP_INACTIVE",
  "RECIPIENT_INACTIVE",
] as const;
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number];

export const NOTIFICATION_CHANNELS = ["PUSH", "MAIL"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];
