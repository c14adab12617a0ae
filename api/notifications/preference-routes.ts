import { registerPushToken } from "../../activities/notifications/register-push-token.ts";
import { removePushToken } from "../../activities/notifications/remove-push-token.ts";
import { savePreferences } from "../../activities/notifications/save-preferences.ts";
import {
  DEVICE_SURFACES,
  type DeviceSurface,
  type Surface,
} from "../../contract/accounts/vocabulary.ts";
import {
  notificationPreferencesSchema,
  pushTokenParamsSchema,
  pushTokenRegistrationSchema,
  pushTokenSchema,
  removedPushTokenSchema,
} from "../../contract/notifications/schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findReader } from "../../db/notifications/queries.ts";
import { preferencesOf } from "../../rules/notifications/preferences-of.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { presentPreferences, presentPushToken, readPreferences } from "./present.ts";

const source = "docs/rooms/notifications.md#push-tokens";
const preferenceSource = "docs/rooms/notifications.md#policy";

const registerToken = act({
  method: "POST",
  path: "/api/v1/push-tokens",
  name: "registerPushToken",
  summary: "Register this app for push messages until its session or device ends; repeatable",
  source,
  access: "device-owner",
  body: pushTokenRegistrationSchema,
  answer: pushTokenSchema,
  status: 201,
  refusals: ["PUSH_TOKEN_LIMIT_REACHED"],
  idempotency: "none",
  handle: async ({ tx, granted, body }) => {
    const { userId, appSessionId, surface } = granted.caller;
    const app = { userId, appSessionId, surface: appOf(surface) };
    return presentPushToken(await registerPushToken(tx, { ...app, ...body }));
  },
});

const removeToken = act({
  method: "DELETE",
  path: "/api/v1/push-tokens/{pushTokenId}",
  name: "revokePushToken",
  summary: "Stop push messages to one of your apps; a repeated request returns the first instant",
  source,
  access: "device-owner",
  params: pushTokenParamsSchema,
  answer: removedPushTokenSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, granted, params }) => {
    const { userId } = granted.caller;
    const { id, retiredAt } = await removePushToken(tx, { userId, ...params });
    if (retiredAt === null) throw new Error("The push token is not retired");
    return { pushTokenId: id, retiredAt: retiredAt.toISOString() };
  },
});

const preferences = read({
  method: "GET",
  path: "/api/v1/notification-preferences",
  name: "readNotificationPreferences",
  summary: "Your notification settings: what, by which channel, and when not",
  source: preferenceSource,
  access: "user",
  admitsClientOnWeb: true,
  answer: notificationPreferencesSchema,
  handle: async ({ em, granted }) => {
    const { preference } = await findReader(em, granted.caller.userId, "CLIENT");
    return presentPreferences(preferencesOf(preference));
  },
});

const changePreferences = act({
  method: "PUT",
  path: "/api/v1/notification-preferences",
  name: "saveNotificationPreferences",
  summary: "Replace your notification settings",
  source: preferenceSource,
  access: "user",
  admitsClientOnWeb: true,
  body: notificationPreferencesSchema,
  answer: notificationPreferencesSchema,
  idempotency: "none",
  handle: async ({ tx, granted, body }) => {
    const { userId } = granted.caller;
    const chosen = readPreferences(body);
    return presentPreferences(await savePreferences(tx, { userId, preferences: chosen }));
  },
});

/** The phone app of a surface. @throws Refusal APP_ROLE_MISMATCH on the web. */
function appOf(surface: Surface): DeviceSurface {
  const app = DEVICE_SURFACES.find((known) => known === surface);
  if (app === undefined) throw new Refusal("APP_ROLE_MISMATCH");
  return app;
}

/** Routes of push tokens and preferences. */
export const preferenceEndpoints: readonly Endpoint[] = [
  registerToken,
  removeToken,
  preferences,
  changePreferences,
];
