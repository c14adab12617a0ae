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

/** What a person wants to hear of, how, and when not; whoever has none has the defaults. */
export class NotificationPreference extends NotificationPreferenceSchema.class {}
NotificationPreferenceSchema.setClass(NotificationPreference);
