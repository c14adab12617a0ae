import type { Tx } from "../transact.ts";
import { Notification } from "./notification.ts";
import { NotificationPreference } from "./notification-preference.ts";
import { PushToken } from "./push-token.ts";

/**
 * Deletes what is kept of somebody who was told of things: decisions with their deliveries, preferences,
 * push tokens. A delivery under way finds its decision gone.
 */
export async function forgetRecipient(tx: Tx, userId: string): Promise<void> {
  await tx.nativeDelete(Notification, { recipientUserId: userId });
  await tx.nativeDelete(NotificationPreference, { userId });
  await tx.nativeDelete(PushToken, { userId });
}
