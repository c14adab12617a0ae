import {
  DEFAULT_QUIET_HOURS,
  type NotificationCategory,
  type NotificationChannel,
  type NotificationReason,
} from "../../contract/notifications/vocabulary.ts";
import { REMINDER_HOURS } from "../../contract/onboarding/vocabulary.ts";
import { localDateOf } from "../local-day.ts";
import type { CategoryPolicy } from "./category-policy.ts";
import { minuteOfDay, quietUntil, type QuietHours } from "./quiet-hours.ts";

/** What a person wants to hear of, how, and when not. */
export interface NotificationPreferences {
  readonly mutedCategories: readonly NotificationCategory[];
  readonly pushEnabled: boolean;
  readonly mailEnabled: boolean;
  /** Null: at any hour. */
  readonly quietHours: QuietHours | null;
}

/** Preferences of whoever chose none. */
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  mutedCategories: [],
  pushEnabled: true,
  mailEnabled: true,
  quietHours: DEFAULT_QUIET_HOURS,
};

/** One occasion to tell somebody of something. */
export interface Occasion {
  readonly category: NotificationCategory;
  readonly policy: CategoryPolicy;
  /** The local day it is for, where it is for one. */
  readonly localDate: string | null;
  /** The account is active, and still has the part in the relationship that the category is for. */
  readonly recipientActive: boolean;
  /** The relationship goes on; null when the occasion has none. */
  readonly relationshipActive: boolean | null;
  /** The recipient's zone. */
  readonly timezone: string;
  readonly preferences: NotificationPreferences;
  /** Ways that lead to the recipient, whether wanted or not. */
  readonly reach: readonly NotificationChannel[];
  /** What it asks for was done, or taken back. */
  readonly nothingLeft: boolean;
  /** Told of the same on this local day, in whatever words. */
  readonly alreadyTold: boolean;
  /** Of the same client something like it was told within half an hour, or waits to be told. */
  readonly toldOfClient: boolean;
  /** Something urgent of the same client stands, beside which this may wait. */
  readonly urgentStands: boolean;
  /** The digest has told of it since it was put off. */
  readonly inDigest: boolean;
  /** Whoever asks has let the hours pass in which it was to be told. */
  readonly windowMissed: boolean;
  /** It is one of many alike, of which few are told by now. */
  readonly tapered: boolean;
}

/** Whether somebody is told, when, and on which ways; or why not. */
export type NotificationVerdict =
  | {
      readonly outcome: "SEND";
      readonly reason: "ALLOWED";
      readonly channels: readonly NotificationChannel[];
    }
  | {
      readonly outcome: "DEFER";
      readonly reason: "QUIET_HOURS";
      readonly channels: readonly NotificationChannel[];
      readonly until: Date;
    }
  | {
      readonly outcome: "SUPPRESS";
      readonly reason: Exclude<NotificationReason, "ALLOWED">;
      readonly channels: readonly [];
    };

/**
 * Judges one occasion: told now, when the quiet hours are over, or not at all. What is URGENT is neither
 * muted nor put off. What is daily is told on its local day before 21:00 or not at all
 * (docs/rooms/notifications.md#policy).
 */
export function judgeNotification(occasion: Occasion, now: Date): NotificationVerdict {
  const obstacle = obstacleTo(occasion, now);
  if (obstacle !== null) return suppressed(obstacle);
  const channels = channelsFor(occasion);
  if (channels.length === 0) return suppressed("NO_CHANNEL");
  const { policy, preferences, timezone } = occasion;
  const atOnce = policy.severity === "URGENT" || policy.atItsHour === true;
  const quiet = atOnce ? null : preferences.quietHours;
  const until = quiet === null ? null : quietUntil(now, timezone, quiet);
  if (until === null) return { outcome: "SEND", reason: "ALLOWED", channels };
  if (policy.daily && isTooLate(occasion, until)) return suppressed("QUIET_HOURS");
  return { outcome: "DEFER", reason: "QUIET_HOURS", channels, until };
}

function obstacleTo(occasion: Occasion, now: Date): Exclude<NotificationReason, "ALLOWED"> | null {
  const { category, policy, preferences } = occasion;
  if (occasion.windowMissed || (policy.daily && isTooLate(occasion, now))) return "WINDOW_MISSED";
  if (!occasion.recipientActive) return "RECIPIENT_INACTIVE";
  if (occasion.relationshipActive === false) return "RELATIONSHIP_INACTIVE";
  if (occasion.nothingLeft) return "NOTHING_LEFT";
  const muted = preferences.mutedCategories.includes(category);
  if (muted && policy.severity !== "URGENT") return "MUTED";
  if (occasion.tapered) return "TAPERED";
  if (occasion.alreadyTold) return "ALREADY_TOLD";
  if (occasion.urgentStands) return "URGENT_STANDS";
  if (occasion.inDigest) return "IN_DIGEST";
  return occasion.toldOfClient ? "TOLD_OF_CLIENT" : null;
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
