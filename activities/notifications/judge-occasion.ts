import type {
  NotificationCategory,
  NotificationChannel,
} from "../../contract/notifications/vocabulary.ts";
import {
  findNotificationContext,
  type NotificationContext,
} from "../../db/notifications/notification-context.ts";
import type { Judgement } from "../../db/notifications/write-notification.ts";
import type { Tx } from "../../db/transact.ts";
import { CATEGORY_POLICIES } from "../../rules/notifications/category-policy.ts";
import {
  judgeNotification,
  type NotificationVerdict,
} from "../../rules/notifications/judge-notification.ts";
import { daySomewhere, isNotifiedOn } from "../../rules/notifications/is-notified-on.ts";
import { preferencesOf } from "../../rules/notifications/preferences-of.ts";

/** An occasion to tell somebody of something, to be judged as things stand. */
export interface JudgedOccasion {
  readonly category: NotificationCategory;
  readonly recipientUserId: string;
  readonly subjectId: string;
  readonly relationshipId: string | null;
  readonly dedupeKey: string;
  readonly localDate: string | null;
  readonly windowMissed: boolean;
  readonly tapered: boolean;
  /** When it was decided on first; null where this is the first time. */
  readonly decidedAt: Date | null;
  /** Ways that were tried in vain. */
  readonly exhausted: readonly NotificationChannel[];
}

/** The verdict, and what the recipient is reached by. */
export interface JudgedNow {
  readonly verdict: NotificationVerdict;
  readonly judgement: Judgement;
  readonly context: NotificationContext;
}

/** Judges an occasion by what the database says at this moment. */
export async function judgeOccasion(
  tx: Tx,
  occasion: JudgedOccasion,
  now: Date,
): Promise<JudgedNow> {
  const policy = CATEGORY_POLICIES[occasion.category];
  // The day of a digest is its workspace's, which may be another one for the recipient: its key alone makes it one a day.
  const onceOn = policy.atItsHour === true ? null : occasion.localDate;
  const context = await findNotificationContext(tx, {
    ...occasion,
    audience: policy.audience,
    once: onceOn === null ? null : daySomewhere(onceOn),
  });
  const reach = reachOf(context).filter((way) => !occasion.exhausted.includes(way));
  const preferences = preferencesOf(context.preference);
  const alreadyTold = isNotifiedOn(onceOn, context);
  const judged = { ...occasion, ...context, policy, preferences, reach, alreadyTold };
  const verdict = judgeNotification(judged, now);
  return { verdict, judgement: judgementOf(verdict), context };
}

function reachOf({ hasPush, email }: NotificationContext): readonly NotificationChannel[] {
  return [...(hasPush ? ["PUSH" as const] : []), ...(email === null ? [] : ["MAIL" as const])];
}

function judgementOf(verdict: NotificationVerdict): Judgement {
  const { outcome, reason, channels } = verdict;
  const deliverAfter = verdict.outcome === "DEFER" ? verdict.until : null;
  return { outcome, reason, channels, deliverAfter };
}
