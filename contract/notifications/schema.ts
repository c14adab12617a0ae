import * as z from "zod";
import { DEVICE_SURFACES } from "../accounts/vocabulary.ts";
import { idSchema, instantSchema, localDateSchema, pageSchema, timezoneSchema } from "../wire.ts";
import {
  DELIVERY_STATUSES,
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_OUTCOMES,
  NOTIFICATION_REASONS,
  PUSH_PROVIDERS,
} from "./vocabulary.ts";

export const pushTokenRegistrationSchema = z
  .strictObject({
    provider: z.enum(PUSH_PROVIDERS),
    token: z
      .string()
      .min(1)
      .max(4096)
      .regex(/^[\x21-\x7e]+$/, { error: "Not a push token" }),
  })
  .meta({
    id: "PushTokenRegistration",
    description:
      "Registration of a push token, as provided by the provider's library on the phone.",
  });

export const pushTokenSchema = z
  .strictObject({
    pushTokenId: idSchema,
    provider: z.enum(PUSH_PROVIDERS),
    appSurface: z.enum(DEVICE_SURFACES),
    createdAt: instantSchema,
  })
  .meta({
    id: "PushToken",
    description: "A push token of one app session; the token itself never leaves the server.",
  });

/** Path of routes about one push token. */
export const pushTokenParamsSchema = z.strictObject({ pushTokenId: idSchema });

export const removedPushTokenSchema = z
  .strictObject({
    pushTokenId: idSchema,
    retiredAt: instantSchema,
  })
  .meta({
    id: "RemovedPushToken",
    description: "A push token that is no longer used, and since when.",
  });

const timeOfDaySchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, {
  error: "Not a time of day, e.g. 21:00",
});

export const quietHoursSchema = z
  .strictObject({ from: timeOfDaySchema, until: timeOfDaySchema })
  .refine(({ from, until }) => from !== until, {
    error: "Quiet hours must not end when they begin",
    path: ["until"],
  })
  .meta({
    id: "QuietHours",
    description:
      "Hours of the recipient's local day without notifications; by default from 21:00 to 08:00.",
  });

export const notificationPreferencesSchema = z
  .strictObject({
    mutedCategories: z
      .array(z.enum(NOTIFICATION_CATEGORIES))
      .max(NOTIFICATION_CATEGORIES.length)
      .refine((names) => new Set(names).size === names.length, { error: "Each at most once" }),
    channels: z.strictObject({ push: z.boolean(), mail: z.boolean() }),
    quietHours: quietHoursSchema.nullable(),
  })
  .meta({
    id: "NotificationPreferences",
    description:
      "Which notifications a person wants, by which channel, and when not; if `quietHours` is null, at any hour.",
  });
export type NotificationPreferencesBody = z.infer<typeof notificationPreferencesSchema>;

export const notificationDeliverySchema = z
  .strictObject({
    channel: z.enum(NOTIFICATION_CHANNELS),
    pushTokenId: idSchema.nullable(),
    status: z.enum(DELIVERY_STATUSES),
    attempts: z.int(),
    failureCode: z.string().nullable(),
    sentAt: instantSchema.nullable(),
  })
  .meta({
    id: "NotificationDelivery",
    description:
      "Result of a decision's delivery by one channel; a phone is named by the id of its push token.",
  });

export const notificationSchema = z
  .strictObject({
    notificationId: idSchema,
    category: z.enum(NOTIFICATION_CATEGORIES),
    title: z.string(),
    body: z.string(),
    subjectId: idSchema,
    relationshipId: idSchema.nullable(),
    localDate: localDateSchema.nullable(),
    timezone: timezoneSchema,
    outcome: z.enum(NOTIFICATION_OUTCOMES),
    reason: z.enum(NOTIFICATION_REASONS),
    channels: z.array(z.enum(NOTIFICATION_CHANNELS)),
    decidedAt: instantSchema,
    deliverAfter: instantSchema.nullable(),
    deliveries: z.array(notificationDeliverySchema),
  })
  .meta({
    id: "Notification",
    description: "A decision whether to notify a person, with its present state.",
  });
export const notificationPageSchema = pageSchema(notificationSchema);

/** The decision to explain; if several match, the latest. */
export const explainQuerySchema = z.strictObject({
  category: z.enum(NOTIFICATION_CATEGORIES),
  subjectId: idSchema,
  localDate: localDateSchema.optional(),
});

export const notificationExplanationSchema = z
  .strictObject({
    explanation: z.string(),
    notification: notificationSchema.nullable(),
  })
  .meta({
    id: "NotificationExplanation",
    description:
      "Why a person was notified or not, in words; null if there was no reason to notify.",
  });

/** Path of support's view. */
export const recipientParamsSchema = z.strictObject({ userId: idSchema });
