import type { z } from "zod";
import type {
  notificationDeliverySchema,
  NotificationPreferencesBody,
  notificationSchema,
  pushTokenSchema,
} from "../../contract/notifications/schema.ts";
import type { PushToken } from "../../db/notifications/push-token.ts";
import type { DeliveryView, NotificationView } from "../../db/notifications/queries.ts";
import type { NotificationPreferences } from "../../rules/notifications/judge-notification.ts";
import { notificationText } from "../../rules/notifications/notification-text.ts";

/** A decision for its recipient, in their language. */
export function presentNotification(
  row: NotificationView,
  locale: string | null,
): z.output<typeof notificationSchema> {
  const { id: notificationId, deliveries, channels, ...rest } = row;
  return {
    notificationId,
    ...rest,
    ...notificationText(row.category, locale),
    channels: [...channels],
    deliveries: deliveries.map(presentDelivery),
  };
}

function presentDelivery({
  targetId,
  ...delivery
}: DeliveryView): z.output<typeof notificationDeliverySchema> {
  return { ...delivery, pushTokenId: delivery.channel === "PUSH" ? targetId : null };
}

/** A push token without the token. */
export function presentPushToken(row: PushToken): z.output<typeof pushTokenSchema> {
  const { id: pushTokenId, provider, surface: appSurface, createdAt } = row;
  return { pushTokenId, provider, appSurface, createdAt: createdAt.toISOString() };
}

/** Preferences, with times of day as people write them. */
export function presentPreferences(chosen: NotificationPreferences): NotificationPreferencesBody {
  const { mutedCategories, pushEnabled: push, mailEnabled: mail, quietHours } = chosen;
  return {
    mutedCategories: [...mutedCategories],
    channels: { push, mail },
    quietHours:
      quietHours === null
        ? null
        : { from: timeOf(quietHours.fromMinute), until: timeOf(quietHours.untilMinute) },
  };
}

/** The inverse. */
export function readPreferences(body: NotificationPreferencesBody): NotificationPreferences {
  const { mutedCategories, channels, quietHours } = body;
  return {
    mutedCategories,
    pushEnabled: channels.push,
    mailEnabled: channels.mail,
    quietHours:
      quietHours === null
        ? null
        : { fromMinute: minuteOf(quietHours.from), untilMinute: minuteOf(quietHours.until) },
  };
}

function timeOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => `${part}`.padStart(2, "0")).join(":");
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
