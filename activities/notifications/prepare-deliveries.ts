import { NOTIFICATIONS } from "../../contract/notifications/notifications.ts";
import type { NotificationChannel } from "../../contract/notifications/vocabulary.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import { APP_OF } from "../../db/notifications/notification-context.ts";
import {
  addMailDelivery,
  addPushDeliveries,
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryState,
  listDeliveryStates,
  withdrawDeliveries,
} from "../../db/notifications/write-deliveries.ts";
import {
  lockNotification,
  type LockedNotification,
  writeJudgement,
} from "../../db/notifications/claim-notification.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { countBadge, countWaiting } from "../../db/notifications/waiting-tasks.ts";
import { type JudgedContext, type JudgedNow, judgeOccasion } from "./judge-occasion.ts";
import { notificationDecided } from "./notification-decided.ts";

/**
 * Judges a decision again before anything is sent, and on each retry. An unwanted one is withdrawn, one in quiet
 * hours is deferred, and each remaining target is claimed for this process. E-mail takes over if every push failed.
 *
 * @returns null when there is nothing left to do.
 */
export async function prepareDeliveries(
  tx: Tx,
  due: DueNotification,
): Promise<PreparedDeliveries | null> {
  const notification = await lockNotification(tx, due.notificationId);
  if (notification === null || notification.revision !== due.revision) return null;
  const states = await listDeliveryStates(tx, notification.id);
  if (notification.outcome === "SUPPRESS" || isSettled(states)) return null;
  const now = await clockNow(tx);
  const exhausted = exhaustedWays(states);
  const occasion = { ...notification, windowMissed: false, tapered: false, exhausted };
  const judged = await judgeOccasion(tx, occasion, now);
  // If it reached one phone, the others get it too, at any hour.
  const wasSent = states.some(({ status }) => status === "SENT");
  const { outcome } = judged.verdict;
  if (outcome === "SUPPRESS" || (outcome === "DEFER" && !wasSent)) {
    await withdrawOrDefer(tx, { notification, judged, wasSent, now, requestId: due.requestId });
    return null;
  }
  if (!wasSent) await goAhead(tx, { notification, judged, states, now });
  return await claim(tx, notification, judged.context);
}

/** A decision that is due for delivery, as its event describes it. */
export interface DueNotification {
  readonly notificationId: string;
  readonly revision: number;
  readonly requestId: string | null;
}

/** The deliveries to send now. */
export interface PreparedDeliveries {
  readonly notification: LockedNotification;
  readonly context: JudgedContext;
  /** The number on the app's icon; null if the category has none. */
  readonly badge: number | null;
  /** The number of items in the digest. */
  readonly waitingCount: number;
  readonly claimed: readonly ClaimedDelivery[];
  /**
   * How long to wait for deliveries that another process has claimed or that wait for their retry; null if there are
   * none.
   */
  readonly waitMs: number | null;
}

async function claim(
  tx: Tx,
  notification: LockedNotification,
  context: JudgedContext,
): Promise<PreparedDeliveries> {
  const claimed = await claimDeliveries(tx, notification.id);
  const own = claimed.map(({ id }) => id);
  const others = (await listDeliveryStates(tx, notification.id)).filter(
    ({ id, status }) => status === "PENDING" && !own.includes(id),
  );
  const waitMs = others.length === 0 ? null : Math.min(...others.map((other) => other.waitMs));
  const { category, recipientUserId: userId, subjectId: workspaceId } = notification;
  const badge = NOTIFICATIONS[category].showsBadge ? await countBadge(tx, userId) : null;
  const isDigest = category === "INBOX_DIGEST";
  const waitingCount = isDigest ? await countWaiting(tx, { workspaceId, userId }) : 0;
  return { notification, context, badge, waitingCount, claimed, waitMs };
}

/** True if it was sent to one target and none is pending. */
function isSettled(states: readonly DeliveryState[]): boolean {
  const wasSent = states.some(({ status }) => status === "SENT");
  return wasSent && !states.some(({ status }) => status === "PENDING");
}

/** Channels on which everything failed for good. */
function exhaustedWays(states: readonly DeliveryState[]): readonly NotificationChannel[] {
  const byWay = Map.groupBy(states, ({ channel }) => channel);
  const isExhausted = (tried: readonly DeliveryState[]) =>
    tried.every(({ status }) => status === "FAILED");
  return [...byWay].filter(([, tried]) => isExhausted(tried)).map(([channel]) => channel);
}

/** A preparation in progress. */
interface Preparation {
  readonly notification: LockedNotification;
  readonly judged: JudgedNow;
  readonly now: Date;
}

/** Withdraws the notification for its reason, or defers it again. A target that got it stays recorded as sent. */
async function withdrawOrDefer(
  tx: Tx,
  preparation: Preparation & { readonly wasSent: boolean; readonly requestId: string | null },
): Promise<void> {
  const { notification, judged, wasSent, now, requestId } = preparation;
  const { judgement, context, verdict } = judged;
  const { timezone } = context;
  if (!wasSent) {
    await writeJudgement(tx, notification, { ...judgement, timezone, judgedAt: now });
  }
  if (verdict.outcome === "SUPPRESS") {
    const { reason: code } = verdict;
    await withdrawDeliveries(tx, { notificationId: notification.id, code });
    return;
  }
  const next = { ...notification, ...judgement, revision: notification.revision + 1 };
  await appendEvents(tx, [notificationDecided(next)], { now, requestId });
}

/** Creates the delivery of each target of each channel; existing ones stay as they are. */
async function goAhead(
  tx: Tx,
  {
    notification,
    judged,
    states,
    now,
  }: Preparation & { readonly states: readonly DeliveryState[] },
): Promise<void> {
  const { id: notificationId, recipientUserId: userId, category } = notification;
  const { judgement, context } = judged;
  const { timezone } = context;
  await writeJudgement(tx, notification, { ...judgement, timezone, judgedAt: now });
  const surface = APP_OF[NOTIFICATIONS[category].audience];
  const begun = states.map(({ channel }) => channel);
  if (judgement.channels.includes("PUSH") && !begun.includes("PUSH")) {
    await addPushDeliveries(tx, { notificationId, userId, surface, now });
  }
  if (judgement.channels.includes("MAIL")) {
    await addMailDelivery(tx, { notificationId, userId, now });
  }
}
