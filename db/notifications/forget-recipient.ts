import type { Tx } from "../platform/transactions/transact.ts";
import { Notification } from "./notification.ts";
import { NotificationPreference } from "./notification-preference.ts";
import { PushToken } from "./push-token.ts";

/**
 * Deletes a user's notifications with their deliveries, preferences and push tokens. A delivery in progress finds its
 * decision gone.
 */
export async function forgetRecipient(tx: Tx, userId: string): Promise<void> {
  await tx.nativeDelete(Notification, { recipientUserId: userId });
  await tx.nativeDelete(NotificationPreference, { userId });
  await tx.nativeDelete(PushToken, { userId });
}
