import type {
  NotificationCategory,
  NotificationOutcome,
  NotificationReason,
} from "../../contract/notifications/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import {
  claimNotification,
  getDecided,
  type NewNotification,
} from "../../db/notifications/claim-notification.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { judgeOccasion } from "./judge-occasion.ts";
import { notificationDecided } from "./notification-decided.ts";

/**
 * Decides whether a person is notified, and stores the decision with its reason in the caller's transaction.
 * NotificationDecided follows at the instant of delivery. For concurrent or repeated calls on one occasion the first
 * decision counts.
 */
export async function decideNotification(
  tx: Tx,
  request: NotificationRequest,
): Promise<DecidedNotification> {
  const { verdict: claimed, now, requestId, ...occasion } = request;
  const leftOut = { windowMissed: claimed === "WINDOW_MISSED", tapered: claimed === "TAPERED" };
  const judged = await judgeOccasion(
    tx,
    { ...occasion, ...leftOut, decidedAt: null, exhausted: [] },
    now,
  );
  const { timezone } = judged.context;
  const row: NewNotification = {
    ...occasion,
    ...judged.judgement,
    id: newId(),
    timezone,
    decidedAt: now,
  };
  if (!(await claimNotification(tx, row))) {
    const { id, ...earlier } = await getDecided(tx, request.dedupeKey);
    return { notificationId: id, ...earlier, isNew: false };
  }
  await appendEvents(tx, [notificationDecided({ ...row, revision: 1 })], { now, requestId });
  const { outcome, reason } = row;
  return { notificationId: row.id, outcome, reason, isNew: true };
}

/** An occasion to notify a person. */
export interface NotificationRequest {
  readonly category: NotificationCategory;
  readonly recipientUserId: string;
  /** The record that it is about. */
  readonly subjectId: string;
  readonly relationshipId: string | null;
  /** Identifies the occasion: each is decided once. */
  readonly dedupeKey: string;
  /** The local day that it is for, if any. */
  readonly localDate: string | null;
  /**
   * WINDOW_MISSED: its time has passed. TAPERED: it is skipped to reduce reminders. Only the decision is stored then.
   */
  readonly verdict: "ASK" | "TAPERED" | "WINDOW_MISSED";
  readonly now: Date;
  readonly requestId: string | null;
}

/** The decision of this call or of an earlier one. */
export interface DecidedNotification {
  readonly notificationId: string;
  readonly outcome: NotificationOutcome;
  readonly reason: NotificationReason;
  readonly isNew: boolean;
}
