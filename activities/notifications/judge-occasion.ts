import { NOTIFICATIONS } from "../../contract/notifications/notifications.ts";
import {
  ASKING_CATEGORIES,
  type NotificationCategory,
  type NotificationChannel,
} from "../../contract/notifications/vocabulary.ts";
import {
  findNotificationContext,
  lockLateNotifications,
  type NotificationContext,
} from "../../db/notifications/notification-context.ts";
import { listNoticed, type TroubledInvitation } from "./list-troubled.ts";
import type { Judgement } from "../../db/notifications/claim-notification.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import {
  judgeNotification,
  type NotificationVerdict,
} from "../../rules/notifications/judge-notification.ts";
import {
  daysAround,
  daySomewhere,
  deliveryDate,
  isNotifiedOn,
} from "../../rules/notifications/is-notified-on.ts";
import { preferencesOf } from "../../rules/notifications/preferences-of.ts";

/** Judges an occasion by the present state of the database. */
export async function judgeOccasion(
  tx: Tx,
  occasion: JudgedOccasion,
  now: Date,
): Promise<JudgedNow> {
  const policy = NOTIFICATIONS[occasion.category];
  if (occasion.category === "COACH_TASK_LATE") await lockLateNotifications(tx, occasion);
  // A digest's day is its workspace's, which may differ from the recipient's; its key alone limits it to one a day.
  const onceOn = policy.atItsHour ? null : occasion.localDate;
  const isNudge = onceOn === null && isAsking(occasion.category);
  const day = onceOn === null ? null : daySomewhere(onceOn);
  const once = isNudge ? daysAround(now) : day;
  const isNotice = occasion.category === "INVITATION_NEEDS_ATTENTION";
  const invitations = isNotice ? await listNoticed(tx, occasion, now) : [];
  const found = await findNotificationContext(tx, {
    ...occasion,
    audience: policy.audience,
    once,
    countsWith: countsWith(occasion.category, isNudge),
  });
  const nothingLeft = found.nothingLeft || (isNotice && invitations.length === 0);
  const context = { ...found, nothingLeft, invitations };
  const reach = reachOf(context).filter((way) => !occasion.exhausted.includes(way));
  const preferences = preferencesOf(context.preference);
  const alreadyNotified = isNotifiedOn(
    isNudge ? deliveryDate(now, context.timezone, preferences.quietHours) : onceOn,
    context,
  );
  const judged = {
    ...occasion,
    ...context,
    policy,
    preferences,
    reach,
    alreadyNotified,
  };
  const verdict = judgeNotification(judged, now);
  return { verdict, judgement: judgementOf(verdict), context };
}

const isAsking = (category: NotificationCategory) =>
  ASKING_CATEGORIES.some((asking) => asking === category);

/**
 * Categories that count on the same local day, about any subject. A nudge from the inbox belongs to the day of its
 * delivery and counts with all that ask for something. Reminders and nudges of the questionnaire count with those of
 * check-ins.
 */
function countsWith(
  category: NotificationCategory,
  isNudge: boolean,
): readonly NotificationCategory[] {
  if (isNudge) return ASKING_CATEGORIES;
  const isDaily = category === "ONBOARDING_REMINDER" || category === "ONBOARDING_NUDGE";
  return isDaily ? ["CHECK_IN_NUDGE"] : [];
}

/** An occasion to notify a person, to be judged by the present state. */
export interface JudgedOccasion {
  readonly category: NotificationCategory;
  readonly recipientUserId: string;
  readonly subjectId: string;
  readonly relationshipId: string | null;
  readonly dedupeKey: string;
  readonly localDate: string | null;
  readonly windowMissed: boolean;
  readonly tapered: boolean;
  /** When it was first decided; null the first time. */
  readonly decidedAt: Date | null;
  /** Channels that failed for good. */
  readonly exhausted: readonly NotificationChannel[];
}

/** The verdict, and the channels that reach the recipient. */
export interface JudgedNow {
  readonly verdict: NotificationVerdict;
  readonly judgement: Judgement;
  readonly context: JudgedContext;
}

/** The recipient's state, and the invitations that the message is about, if it is about any. */
export interface JudgedContext extends NotificationContext {
  readonly invitations: readonly TroubledInvitation[];
}

/** The channels that reach a person. */
export function reachOf({
  hasPush,
  email,
}: Pick<NotificationContext, "hasPush" | "email">): readonly NotificationChannel[] {
  return [...(hasPush ? ["PUSH" as const] : []), ...(email === null ? [] : ["MAIL" as const])];
}

function judgementOf(verdict: NotificationVerdict): Judgement {
  const { outcome, reason, channels } = verdict;
  const deliverAfter = verdict.outcome === "DEFER" ? verdict.until : null;
  return { outcome, reason, channels, deliverAfter };
}
