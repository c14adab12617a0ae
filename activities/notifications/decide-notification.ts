import type {
  NotificationCategory,
  NotificationOutcome,
  NotificationReason,
} from "../../contract/notifications/vocabulary.ts";
import { newId } from "../../db/new-id.ts";
import { appendEvents } from "../../db/outbox/append-events.ts";
import {
  claimNotification,
  getDecided,
  type NewNotification,
} from "../../db/notifications/write-notification.ts";
import type { Tx } from "../../db/transact.ts";
import { judgeOccasion } from "./judge-occasion.ts";
import { notificationDecided } from "./notification-decided.ts";

/** An occasion to tell somebody of something. */
export interface NotificationRequest {
  readonly category: NotificationCategory;
  readonly recipientUserId: string;
  /** The record that it is about. */
  readonly subjectId: string;
  readonly relationshipId: string | null;
  /** The occasion's own name: each is decided on once. */
  readonly dedupeKey: string;
  /** The local day it is for, where it is for one. */
  readonly localDate: string | null;
  /** WINDOW_MISSED: it is too late for it, TAPERED: it is left out, and only that is kept. */
  readonly verdict: "ASK" | "TAPERED" | "WINDOW_MISSED";
  readonly now: Date;
  readonly requestId: string | null;
}

/** What was decided, by this call or by an earlier one. */
export interface DecidedNotification {
  readonly notificationId: string;
  readonly outcome: NotificationOutcome;
  readonly reason: NotificationReason;
  readonly isNew: boolean;
}

/**
 * Decides whether somebody is told of something, and keeps the decision with its reason, in the caller's
 * transaction; NotificationDecided follows it at the instant it is to be delivered. Of the same occasion
 * at once, or again, the first decision stands.
 */
export async function decideNotification(
  tx: Tx,
  asked: NotificationRequest,
): Promise<DecidedNotification> {
  const { verdict: claimed, now, requestId, ...occasion } = asked;
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
    const { id, ...earlier } = await getDecided(tx, asked.dedupeKey);
    return { notificationId: id, ...earlier, isNew: false };
  }
  await appendEvents(tx, [notificationDecided({ ...row, revision: 1 })], { now, requestId });
  const { outcome, reason } = row;
  return { notificationId: row.id, outcome, reason, isNew: true };
}
