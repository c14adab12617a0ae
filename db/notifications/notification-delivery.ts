import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  DeliveryStatus,
  NotificationChannel,
} from "../../contract/notifications/vocabulary.ts";
import { Notification } from "./notification.ts";

const NotificationDeliverySchema = defineEntity({
  name: "NotificationDelivery",
  properties: {
    id: p.uuid().primary(),
    notificationId: () => p.manyToOne(Notification).mapToPk().deleteRule("cascade"),
    channel: p.text().$type<NotificationChannel>(),
    targetId: p.uuid(),
    status: p.text().$type<DeliveryStatus>(),
    attempts: p.integer(),
    failureCode: p.text().strictNullable(),
    createdAt: p.datetime(),
    nextAttemptAt: p.datetime(),
    sentAt: p.datetime().strictNullable(),
  },
  uniques: [
    {
      name: "notification_delivery_target_unique",
      properties: ["notificationId", "channel", "targetId"],
    },
  ],
});

/** The outcome of a decision on one channel and address: a push token, or the recipient for mail. */
export class NotificationDelivery extends NotificationDeliverySchema.class {}
NotificationDeliverySchema.setClass(NotificationDelivery);
