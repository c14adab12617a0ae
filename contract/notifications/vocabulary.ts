/** What people are told of, and what they may mute. */
export const NOTIFICATION_CATEGORIES = [
  "WELCOME",
  "CLIENT_STARTED_ONBOARDING",
  "ONBOARDING_REMINDER",
  "ONBOARDING_NUDGE",
  "COMPLETION_REQUEST",
  "FORM_ASSIGNED",
  "WORKOUT_CONFLICT_REMINDER",
  "WORKOUT_CONFLICT_UNRESOLVED",
  "COACH_TASK_URGENT",
  "COACH_TASK_HIGH",
  "COACH_TASK_LATE",
  "INBOX_DIGEST",
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
  "ALREADY_TOLD",
  "RELATIONSHIP_INACTIVE",
  "RECIPIENT_INACTIVE",
  "NOTHING_LEFT",
  "TOLD_OF_CLIENT",
  "URGENT_STANDS",
  "IN_DIGEST",
  "TAPERED",
] as const;
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number];

export const NOTIFICATION_CHANNELS = ["PUSH", "MAIL"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** Companies that carry a push message to a phone. */
export const PUSH_PROVIDERS = ["FCM", "APNS"] as const;
export type PushProvider = (typeof PUSH_PROVIDERS)[number];

/** Apps of one person that are pushed to at once. */
export const MOST_PUSH_TOKENS = 10;

/** A push token leads to an app, or no longer does. */
export const PUSH_TOKEN_STATUSES = ["ACTIVE", "RETIRED"] as const;
export type PushTokenStatus = (typeof PUSH_TOKEN_STATUSES)[number];

/**
 * Why a push token is used no longer: it came to another user or session, its session got another one,
 * its user took it away, its session ended, its device was revoked, or its provider does not know it.
 */
export const PUSH_TOKEN_ENDS = [
  "MOVED",
  "REPLACED",
  "REMOVED",
  "SESSION_ENDED",
  "DEVICE_REVOKED",
  "REJECTED",
] as const;
export type PushTokenEnd = (typeof PUSH_TOKEN_ENDS)[number];

/** What became of a decision on one way; WITHDRAWN when what it waited for no longer holds. */
export const DELIVERY_STATUSES = ["PENDING", "SENT", "FAILED", "WITHDRAWN"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** How much it matters; what is URGENT is neither muted nor put off. */
export const NOTIFICATION_SEVERITIES = ["LOW", "NORMAL", "HIGH", "URGENT"] as const;
export type NotificationSeverity = (typeof NOTIFICATION_SEVERITIES)[number];

/** Days that decisions, their deliveries and retired push tokens are kept. */
export const NOTIFICATION_DAYS = 90;

/** Quiet hours of whoever chose none, in minutes of the local day: 21:00 to 08:00. */
export const DEFAULT_QUIET_HOURS = { fromMinute: 21 * 60, untilMinute: 8 * 60 } as const;
