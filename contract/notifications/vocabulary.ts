/** Categories of notifications, and whether each may be muted. */
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
  "CHECK_IN_NUDGE",
  "INVITATION_NEEDS_ATTENTION",
] as const;
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number];

/**
 * Categories that ask a client for something that is missing. A nudge from the inbox is sent only if none of them was
 * sent on that local day.
 */
export const ASKING_CATEGORIES = [
  "ONBOARDING_REMINDER",
  "ONBOARDING_NUDGE",
  "COMPLETION_REQUEST",
  "CHECK_IN_NUDGE",
] as const satisfies readonly NotificationCategory[];

/** Decisions: notify now, after the quiet hours, or not at all. */
export const NOTIFICATION_OUTCOMES = ["SEND", "DEFER", "SUPPRESS"] as const;
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

/** Reason of a decision. */
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
  "SENT_TOGETHER",
] as const;
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number];

export const NOTIFICATION_CHANNELS = ["PUSH", "MAIL"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** Services that deliver push messages to phones. */
export const PUSH_PROVIDERS = ["FCM", "APNS"] as const;
export type PushProvider = (typeof PUSH_PROVIDERS)[number];

/** Maximum number of push tokens of one person. */
export const MOST_PUSH_TOKENS = 10;

/** Whether a push token still leads to an app. */
export const PUSH_TOKEN_STATUSES = ["ACTIVE", "RETIRED"] as const;
export type PushTokenStatus = (typeof PUSH_TOKEN_STATUSES)[number];

/**
 * Why a push token was retired:
 * - it moved to another user or session;
 * - its session got another token;
 * - its user removed it;
 * - its session ended;
 * - its device was revoked;
 * - its provider does not know it.
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

/** Status of a decision's delivery by one channel. WITHDRAWN: the reason for the notification no longer exists. */
export const DELIVERY_STATUSES = ["PENDING", "SENT", "FAILED", "WITHDRAWN"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Severity of a notification; URGENT ones are neither muted nor deferred. */
export const NOTIFICATION_SEVERITIES = ["LOW", "NORMAL", "HIGH", "URGENT"] as const;
export type NotificationSeverity = (typeof NOTIFICATION_SEVERITIES)[number];

/** Days for which decisions, their deliveries and retired push tokens are kept. */
export const NOTIFICATION_DAYS = 90;

/** Default quiet hours, in minutes of the local day: 21:00 to 08:00. */
export const DEFAULT_QUIET_HOURS = { fromMinute: 21 * 60, untilMinute: 8 * 60 } as const;
