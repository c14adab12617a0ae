import { CLIENT_NOTIFICATIONS } from "./client-notifications.ts";
import { COACH_NOTIFICATIONS } from "./coach-notifications.ts";
import type { DefinedNotification } from "./define-notification.ts";
import type { NotificationCategory } from "./vocabulary.ts";

/** The definition of every category. */
export const NOTIFICATIONS: Readonly<Record<NotificationCategory, DefinedNotification>> = {
  ...CLIENT_NOTIFICATIONS,
  ...COACH_NOTIFICATIONS,
};
