import { NOTIFICATION_CATEGORIES } from "../../contract/notifications/vocabulary.ts";
import type { TokenRole } from "../../contract/accounts/vocabulary.ts";
import { appendAuthAudit } from "../../db/accounts/append-auth-audit.ts";
import { getSupportUser } from "../../db/accounts/support/queries.ts";
import { listNotifications, type NotificationView } from "../../db/notifications/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";

/**
 * Shows a page of decisions to an operator. The same transaction audits the operator and the reason
 * (docs/rooms/wire.md#support-access).
 *
 * @throws Refusal NOT_FOUND.
 */
export async function readUserNotifications(
  tx: Tx,
  { userId, actor, role, reason, afterId, limit }: NotificationsReading,
): Promise<readonly NotificationView[]> {
  await getSupportUser(tx, userId);
  const eventType = "NOTIFICATIONS_READ";
  const metadata = { reason, role };
  await appendAuthAudit(tx, { userId, eventType, provider: null, actor, metadata });
  const categories = NOTIFICATION_CATEGORIES;
  return await listNotifications(tx, { userId, categories, afterId, limit });
}

/** An operator reads a person's notifications, and why they were sent or not. */
export interface NotificationsReading {
  readonly userId: string;
  readonly actor: string;
  readonly role: TokenRole;
  readonly reason: string;
  readonly afterId: string | null;
  readonly limit: number;
}
