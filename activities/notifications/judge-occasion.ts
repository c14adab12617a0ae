import { NOTIFICATIONS } from "../../contract/notifications/notifications.ts";
import type {
  NotificationCategory,
  NotificationChannel,
} from "../../contract/notifications/vocabulary.ts";
import {
  findNotificationContext,
  lockLateNotifications,
  type NotificationContext,
} from "../../db/notifications/notification-context.ts";
import type { Judgement } from "../../db/notifications/claim-notification.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import {
  judgeNotification,
  type NotificationVerdict,
} from "../../rules/notifications/judge-notification.ts";
import { daySomewhere, isNotifiedOn } from "../../rules/notifications/is-notified-on.ts";
import { preferencesOf } from "../../rules/notifications/preferences-of.ts";

/** Judges an occasion by the present state of the database. */
export async function judgeOccasion(
  tx: Tx,
  occasion: JudgedOccasion,
  now: Date,
): Promise<JudgedNow> {
  const policy = NOTIFICATIONS[occasion.category];
  // A digest's day is its workspace's, which may differ from the recipient's; its key alone limits it to one a day.
  if (occasion.category === "COACH_TASK_LATE")
    await lockLateNotifications(tx, occasion.recipientUserId);
  const onceOn = policy.atItsHour ? null : occasion.localDate;
  const context = await findNotificationContext(tx, {
    ...occasion,
    audience: policy.audience,
    once: onceOn === null ? null : daySomewhere(onceOn),
  });
  const reach = reachOf(context).filter((way) => !occasion.exhausted.includes(way));
  const preferences = preferencesOf(context.preference);
  const alreadyNotified = isNotifiedOn(onceOn, context);
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
  readonly context: NotificationContext;
}

function reachOf({ hasPush, email }: NotificationContext): readonly NotificationChannel[] {
  return [...(hasPush ? ["PUSH" as const] : []), ...(email === null ? [] : ["MAIL" as const])];
}

function judgementOf(verdict: NotificationVerdict): Judgement {
  const { outcome, reason, channels } = verdict;
  const deliverAfter = verdict.outcome === "DEFER" ? verdict.until : null;
  return { outcome, reason, channels, deliverAfter };
}
