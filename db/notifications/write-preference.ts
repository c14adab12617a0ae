import type { NotificationPreferences } from "../../rules/notifications/judge-notification.ts";
import { clockNow, type Tx } from "../platform/transactions/transact.ts";
import { NotificationPreference } from "./notification-preference.ts";

/** Stores a user's preferences in place of the former ones. */
export async function writePreference(
  tx: Tx,
  userId: string,
  { mutedCategories, pushEnabled, mailEnabled, quietHours }: NotificationPreferences,
): Promise<void> {
  await tx.upsert(NotificationPreference, {
    userId,
    mutedCategories: [...mutedCategories],
    pushEnabled,
    mailEnabled,
    quietFromMinute: quietHours?.fromMinute ?? null,
    quietUntilMinute: quietHours?.untilMinute ?? null,
    updatedAt: await clockNow(tx),
  });
}
