import type { NotificationPolicy } from "../../contract/notifications/define-notification.ts";
import { NOTIFICATIONS } from "../../contract/notifications/notifications.ts";
import {
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
} from "../../contract/notifications/vocabulary.ts";

/** The categories for this role of a person. */
export function categoriesOf(
  audience: NotificationPolicy["audience"],
): readonly NotificationCategory[] {
  return NOTIFICATION_CATEGORIES.filter(
    (category) => NOTIFICATIONS[category].audience === audience,
  );
}
