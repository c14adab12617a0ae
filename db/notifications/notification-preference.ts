import { defineEntity, p } from "@mikro-orm/postgresql";
import type { NotificationCategory } from "../../contract/notifications/vocabulary.ts";
import { User } from "../accounts/user.ts";

const NotificationPreferenceSchema = defineEntity({
  name: "NotificationPreference",
  properties: {
    userId: () =>
      p.manyToOne(User).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    mutedCategories: p.array().$type<NotificationCategory[]>(),
    pushEnabled: p.boolean(),
    mailEnabled: p.boolean(),
    quietFromMinute: p.integer().strictNullable(),
    quietUntilMinute: p.integer().strictNullable(),
    updatedAt: p.datetime(),
  },
});

/** Categories, channels and quiet hours that a user chose; without a row the defaults apply. */
export class NotificationPreference extends NotificationPreferenceSchema.class {}
NotificationPreferenceSchema.setClass(NotificationPreference);
