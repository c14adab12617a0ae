import type {
  NotificationOutcome,
  NotificationReason,
} from "../../contract/notifications/vocabulary.ts";
import type { LockedTask } from "../../db/onboarding/locked-task.ts";
import { moveReminders } from "../../db/onboarding/load-actor-onboarding.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { dayAfter, localDateOf } from "../../rules/local-day.ts";
import { zoneAt } from "../../rules/relationships/relationship-zone.ts";
import { nextReminder } from "../../rules/onboarding/next-reminder.ts";
import { reminderDaysOf } from "../../rules/onboarding/reminder-days.ts";
import { reminderKey } from "../../rules/onboarding/reminder-key.ts";
import { decideNotification } from "../notifications/decide-notification.ts";

/**
 * Sends the reminder of the client's present day now; daily reminders continue on the next day. The caller holds the
 * task's lock.
 */
export async function remindToday(
  tx: Tx,
  locked: LockedTask,
  asking: {
    readonly category: "ONBOARDING_NUDGE" | "COMPLETION_REQUEST";
    readonly requestId: string | null;
  },
): Promise<DayReminder> {
  const { taskId, relationshipId, clientUserId, reminders, zone, now } = locked;
  const localDate = localDateOf(now, zoneAt(zone, now));
  const { isNew, ...decided } = await decideNotification(tx, {
    ...asking,
    recipientUserId: clientUserId,
    subjectId: taskId,
    relationshipId,
    dedupeKey: reminderKey(taskId, localDate),
    localDate,
    verdict: "ASK",
    now,
  });
  const from = dayAfter(localDate);
  if (reminders !== null && reminders.from < from) {
    const days = reminderDaysOf(locked, zone);
    await moveReminders(tx, taskId, nextReminder({ from, zone, days }));
  }
  return { ...decided, localDate, decidedBefore: !isNew };
}

/** The decision about the one reminder of a task on this day. */
export interface DayReminder {
  readonly notificationId: string;
  readonly outcome: NotificationOutcome;
  readonly reason: NotificationReason;
  readonly localDate: string;
  /** True if it was decided earlier that day; nothing is sent again. */
  readonly decidedBefore: boolean;
}
