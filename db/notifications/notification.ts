import { defineEntity, p } from "@mikro-orm/postgresql";
import type {
  NotificationCategory,
  NotificationChannel,
  NotificationOutcome,
  NotificationReason,
} from "../../contract/notifications/vocabulary.ts";
import { Relationship } from "../relationships/relationship.ts";
import { User } from "../accounts/user.ts";

const NotificationSchema = defineEntity({
  name: "Notification",
  properties: {
    id: p.uuid().primary(),
    dedupeKey: p.text().unique("notification_dedupe_key_key"),
    category: p.text().$type<NotificationCategory>(),
    recipientUserId: () => p.manyToOne(User).mapToPk(),
    subjectId: p.uuid(),
    relationshipId: () =>
      p.manyToOne(Relationship).mapToPk().deleteRule("no action").strictNullable(),
    localDate: p.date().strictNullable(),
    timezone: p.text(),
    outcome: p.text().$type<NotificationOutcome>(),
    reason: p.text().$type<NotificationReason>(),
    channels: p.array().$type<NotificationChannel[]>(),
    revision: p.integer(),
    decidedAt: p.datetime(),
    judgedAt: p.datetime(),
    deliverAfter: p.datetime().strictNullable(),
  },
  indexes: [
    { name: "notification_recipient_user_id_id_idx", properties: ["recipientUserId", "id"] },
  ],
});

/** A decision to notify a user, or not to and why; one row per occasion. */
export class Notification extends NotificationSchema.class {}
NotificationSchema.setClass(Notification);
