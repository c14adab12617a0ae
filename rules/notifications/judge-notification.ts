import type { NotificationPolicy } from "../../contract/notifications/define-notification.ts";
import {
  DEFAULT_QUIET_HOURS,
  type NotificationCategory,
  type NotificationChannel,
  type NotificationReason,
} from "../../contract/notifications/vocabulary.ts";
import { REMINDER_HOURS } from "../../contract/onboarding/vocabulary.ts";
import { localDateOf } from "../local-day.ts";
import { minuteOfDay, quietUntil, type QuietHours } from "./quiet-hours.ts";

/**
 * Judges one occasion: send now, after the quiet hours or together with others, or never. URGENT notifications are
 * neither muted nor deferred. Daily ones are sent on their local day before 21:00 or not at all
 * (docs/rooms/notifications.md#policy).
 */
export function judgeNotification(occasion: Occasion, now: Date): NotificationVerdict {
  const obstacle = obstacleTo(occasion, now);
  if (obstacle !== null) return suppressed(obstacle);
  const channels = channelsFor(occasion);
  if (channels.length === 0) return suppressed("NO_CHANNEL");
  const { policy, preferences, timezone } = occasion;
  const atOnce = policy.severity === "URGENT" || policy.atItsHour;
  const quiet = atOnce ? null : preferences.quietHours;
  // Only the first decision waits for others; when it is due, it is sent.
  const gatherMs = occasion.decidedAt === null ? policy.gatherMinutes * MINUTE_MS : 0;
  const ready = new Date(now.getTime() + gatherMs);
  const until = quiet === null ? null : quietUntil(ready, timezone, quiet);
  if (until === null && gatherMs > 0)
    return { outcome: "DEFER", reason: "SENT_TOGETHER", channels, until: ready };
  if (until === null) return { outcome: "SEND", reason: "ALLOWED", channels };
  if (policy.daily && isTooLate(occasion, until)) return suppressed("QUIET_HOURS");
  return { outcome: "DEFER", reason: "QUIET_HOURS", channels, until };
}

const MINUTE_MS = 60_000;

/** A person's preferences: categories, channels, quiet hours. */
export interface NotificationPreferences {
  readonly mutedCategories: readonly NotificationCategory[];
  readonly pushEnabled: boolean;
  readonly mailEnabled: boolean;
  /** Null: at any hour. */
  readonly quietHours: QuietHours | null;
}

/** Preferences of a person who chose none. */
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  mutedCategories: [],
  pushEnabled: true,
  mailEnabled: true,
  quietHours: DEFAULT_QUIET_HOURS,
};

/** One occasion for a notification. */
export interface Occasion {
  readonly category: NotificationCategory;
  readonly policy: NotificationPolicy;
  /** When it was first decided; null the first time. */
  readonly decidedAt: Date | null;
  /** The local day it is for, or null. */
  readonly localDate: string | null;
  /** The account is active and still has the role in the relationship that the category is for. */
  readonly recipientActive: boolean;
  /** The relationship is active; null if the occasion has none. */
  readonly relationshipActive: boolean | null;
  /** The recipient's zone. */
  readonly timezone: string;
  readonly preferences: NotificationPreferences;
  /** Channels that reach the recipient, enabled or not. */
  readonly reach: readonly NotificationChannel[];
  /** Its subject was done or canceled. */
  readonly nothingLeft: boolean;
  /** The recipient was notified of the same on this local day, in any wording. */
  readonly alreadyNotified: boolean;
  /** A similar notification about the same client was sent within half an hour, or is scheduled. */
  readonly notifiedOfClient: boolean;
  /** A message of the same kind about other clients was sent within half an hour, and is about this one too. */
  readonly sentTogether: boolean;
  /** An urgent matter of the same client is open, so this one may wait. */
  readonly coincidesWithUrgent: boolean;
  /** The digest has included it since it was deferred. */
  readonly inDigest: boolean;
  /** The caller missed the hours in which it could be sent. */
  readonly windowMissed: boolean;
  /** It is one of a series that is thinned out by now. */
  readonly tapered: boolean;
}

/** Whether to notify, when, and on which channels; or why not. */
export type NotificationVerdict =
  | {
      readonly outcome: "SEND";
      readonly reason: "ALLOWED";
      readonly channels: readonly NotificationChannel[];
    }
  | {
      readonly outcome: "DEFER";
      readonly reason: "QUIET_HOURS" | "SENT_TOGETHER";
      readonly channels: readonly NotificationChannel[];
      readonly until: Date;
    }
  | {
      readonly outcome: "SUPPRESS";
      readonly reason: Exclude<NotificationReason, "ALLOWED">;
      readonly channels: readonly [];
    };

function obstacleTo(occasion: Occasion, now: Date): Exclude<NotificationReason, "ALLOWED"> | null {
  const { category, policy, preferences } = occasion;
  if (occasion.windowMissed || (policy.daily && isTooLate(occasion, now))) return "WINDOW_MISSED";
  if (!occasion.recipientActive) return "RECIPIENT_INACTIVE";
  if (occasion.relationshipActive === false) return "RELATIONSHIP_INACTIVE";
  if (occasion.nothingLeft) return "NOTHING_LEFT";
  const muted = preferences.mutedCategories.includes(category);
  if (muted && policy.severity !== "URGENT") return "MUTED";
  if (occasion.tapered) return "TAPERED";
  if (occasion.alreadyNotified) return "ALREADY_TOLD";
  if (occasion.coincidesWithUrgent) return "URGENT_STANDS";
  if (occasion.inDigest) return "IN_DIGEST";
  if (occasion.sentTogether) return "SENT_TOGETHER";
  return occasion.notifiedOfClient ? "TOLD_OF_CLIENT" : null;
}

function isTooLate({ localDate, timezone }: Occasion, at: Date): boolean {
  const otherDay = localDate !== null && localDateOf(at, timezone) !== localDate;
  return otherDay || minuteOfDay(at, timezone) >= REMINDER_HOURS.until * 60;
}

function channelsFor({ policy, preferences, reach }: Occasion): readonly NotificationChannel[] {
  const enabled = { PUSH: preferences.pushEnabled, MAIL: preferences.mailEnabled };
  const open = (["PUSH", "MAIL"] as const).filter((way) => enabled[way] && reach.includes(way));
  return policy.ways === "PUSH_AND_MAIL" ? open : open.slice(0, 1);
}

function suppressed(reason: Exclude<NotificationReason, "ALLOWED">): NotificationVerdict {
  return { outcome: "SUPPRESS", reason, channels: [] };
}
