import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { requestAccountDeletion } from "../../activities/privacy/request-account-deletion.ts";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import { savePreferences } from "../../activities/notifications/save-preferences.ts";
import { DELETION_GRACE_DAYS } from "../../contract/accounts/session-vocabulary.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { NotificationDelivery } from "../../db/notifications/notification-delivery.ts";
import { NotificationPreference } from "../../db/notifications/notification-preference.ts";
import { PushToken } from "../../db/notifications/push-token.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { DEFAULT_PREFERENCES } from "../../rules/notifications/judge-notification.ts";
import { type BuiltRelationship, buildRelationship } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  type NotificationRelay,
  startNotificationRelay,
} from "../factories/notifications/notification-relay.ts";
import { buildPhone } from "../factories/notifications/push-tokens.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { hooks } from "../../workers/hooks.ts";
import { erasureDeps } from "../factories/privacy/erasure-deps.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 9, applicationName: "forget-test" });
const { em } = database;
const DAY = 86_400;

let pair: BuiltRelationship;
let relay: NotificationRelay;
beforeAll(async () => {
  relay = await startNotificationRelay(database);
  pair = await buildRelationship(em);
  const { userId } = pair.client;
  await buildPhone(em, { userId });
  const always = { ...DEFAULT_PREFERENCES, quietHours: null };
  await transact(em, (tx) => savePreferences(tx, { userId, preferences: always }));
  await relay.drain();
});
afterAll(async () => {
  await moveClock(ownerUrl, 0);
  await relay.close();
  await database.close();
});

test("a final deletion erases a person's notifications, and keeps all of other people", async () => {
  const { userId } = pair.client;
  const before = await keptOf(pair.coach.userId);
  expect(before).toMatchObject({ decisions: 1 });
  const kept = { decisions: 1, deliveries: 2, preferences: 1, tokens: 1 };
  expect(await keptOf(userId)).toEqual(kept);
  await transact(em, (tx) =>
    requestAccountDeletion(tx, { userId, requestId: "test" }, hooks.sessions),
  );
  await settleAccountDeletion(erasureDeps(em), { userId });
  expect(await keptOf(userId)).toEqual(kept);
  await moveClock(ownerUrl, DELETION_GRACE_DAYS * DAY + 60);
  const all = await em.fork().find(NotificationDelivery, {});
  await settleAccountDeletion(erasureDeps(em), { userId });
  const nothing = { decisions: 0, deliveries: 0, preferences: 0, tokens: 0 };
  expect(await keptOf(userId)).toEqual(nothing);
  expect(await em.fork().count(NotificationDelivery, {})).toBe(all.length - kept.deliveries);
  expect(await keptOf(pair.coach.userId)).toEqual(before);
  await relay.drain();
  expect(await keptOf(userId)).toEqual(nothing);
});

/** Counts the stored notification records of a person. */
async function keptOf(userId: string) {
  const fork = em.fork();
  const decisions = await fork.find(Notification, { recipientUserId: userId });
  return {
    decisions: decisions.length,
    deliveries: await fork.count(NotificationDelivery, {
      notificationId: decisions.map(({ id }) => id),
    }),
    preferences: await fork.count(NotificationPreference, { userId }),
    tokens: await fork.count(PushToken, { userId }),
  };
}
