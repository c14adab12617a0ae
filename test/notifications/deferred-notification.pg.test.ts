import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import { deliverNotification } from "../../activities/notifications/deliver-notification.ts";
import { prepareDeliveries } from "../../activities/notifications/prepare-deliveries.ts";
import type { PushSender } from "../../activities/notifications/push/push-sender.ts";
import { savePreferences } from "../../activities/notifications/save-preferences.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { NotificationDelivery } from "../../db/notifications/notification-delivery.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { localDateOf } from "../../rules/local-day.ts";
import { DEFAULT_PREFERENCES } from "../../rules/notifications/judge-notification.ts";
import {
  type BuiltRelationship,
  buildRelationship,
  setRelationshipStatus,
} from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  endOf,
  type NotificationRelay,
  startNotificationRelay,
} from "../factories/notifications/notification-relay.ts";
import { buildPhone } from "../factories/notifications/push-tokens.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 9, applicationName: "deferral-test" });
const em = () => database.em.fork();

let relay: NotificationRelay;
let pair: BuiltRelationship;
beforeEach(async () => {
  await clockAt(12);
  relay = await startNotificationRelay(database);
  pair = await buildRelationship(em(), { timezone: "UTC" });
  await buildPhone(database.em, { userId: pair.client.userId });
  await em().execute("delete from outbox");
});
afterEach(() => relay.close());
afterAll(async () => {
  await moveClock(ownerUrl, 0);
  await database.close();
});

/** The next midnight in UTC; hours are counted from there. */
const midnight = new Date().setUTCHours(24, 0, 0, 0);

const instantAt = (hours: number) => new Date(midnight + hours * 3_600_000);

const decision = (id: string) => em().findOneOrFail(Notification, id);

describe("a notification deferred for the night", () => {
  test("is sent in the morning, and not before", async () => {
    await clockAt(22);
    const { notificationId, outcome } = await occasion();
    expect(outcome).toBe("DEFER");
    await clockAt(31.9);
    await relay.drain();
    expect(relay.pushes()).toEqual([]);
    await clockAt(32.1);
    await relay.drain();
    expect(relay.pushes()).toHaveLength(1);
    const expected = { outcome: "SEND", reason: "ALLOWED", deliverAfter: instantAt(32) };
    expect(await decision(notificationId)).toMatchObject(expected);
  });

  test.each([
    [
      "MUTED",
      () =>
        transact(database.em, (tx) =>
          savePreferences(tx, {
            userId: pair.client.userId,
            preferences: { ...DEFAULT_PREFERENCES, mutedCategories: ["FORM_ASSIGNED"] },
          }),
        ),
    ],
    ["RELATIONSHIP_INACTIVE", () => setRelationshipStatus(em(), pair.relationshipId, "ENDED")],
  ] as const)("is decided again before it is sent: %s", async (reason, happen) => {
    await clockAt(22);
    const { notificationId } = await occasion();
    await happen();
    await clockAt(33);
    await relay.drain();
    expect(relay.pushes()).toEqual([]);
    const expected = { outcome: "SUPPRESS", reason, channels: [] };
    expect(await decision(notificationId)).toMatchObject(expected);
    expect(await deliveriesOf(notificationId)).toEqual([]);
  });

  test("is deferred again if the person has lengthened their quiet hours since", async () => {
    await clockAt(22);
    const { notificationId } = await occasion();
    const quietHours = { fromMinute: 20 * 60, untilMinute: 9 * 60 + 30 };
    const preferences = { ...DEFAULT_PREFERENCES, quietHours };
    const { userId } = pair.client;
    await transact(database.em, (tx) => savePreferences(tx, { userId, preferences }));
    await clockAt(32.1);
    await relay.drain();
    const again = { outcome: "DEFER", revision: 2, deliverAfter: instantAt(33.5) };
    expect(await decision(notificationId)).toMatchObject(again);
    await clockAt(33.6);
    await relay.drain();
    expect(relay.pushes()).toHaveLength(1);
  });
});

describe("a relay that was down", () => {
  test("sends nothing at night that was decided by day", async () => {
    const { notificationId } = await occasion();
    await clockAt(23);
    await relay.drain();
    expect(relay.pushes()).toEqual([]);
    expect(await decision(notificationId)).toMatchObject({ outcome: "DEFER" });
    await clockAt(33);
    await relay.drain();
    expect(relay.pushes()).toHaveLength(1);
  });

  test("sends no reminder of yesterday", async () => {
    const localDate = localDateOf(instantAt(12), "UTC");
    const { notificationId } = await occasion({ category: "ONBOARDING_REMINDER", localDate });
    await clockAt(36);
    await relay.drain();
    expect(relay.pushes()).toEqual([]);
    expect(await decision(notificationId)).toMatchObject({ reason: "WINDOW_MISSED" });
  });

  test("cancels pending retries once the category is muted", async () => {
    relay.answerPush(() => ({ status: 500 }));
    const { notificationId } = await occasion();
    await relay.drain();
    const preferences = { ...DEFAULT_PREFERENCES, mutedCategories: ["FORM_ASSIGNED" as const] };
    const { userId } = pair.client;
    await transact(database.em, (tx) => savePreferences(tx, { userId, preferences }));
    await clockAt(13);
    await relay.drain();
    expect(await deliveriesOf(notificationId)).toEqual(["PUSH WITHDRAWN MUTED"]);
    expect(relay.pushes()).toHaveLength(1);
  });

  test("leaves a delivery during which it was killed to the next relay, which completes it", async () => {
    const { notificationId } = await occasion();
    const due = { notificationId, revision: 1, requestId: null };
    const claimed = await transact(database.em, (tx) => prepareDeliveries(tx, due));
    expect(claimed?.claimed).toHaveLength(1);
    await relay.drain();
    expect(relay.pushes()).toEqual([]);
    await clockAt(12.02);
    await relay.drain();
    expect(relay.pushes()).toHaveLength(1);
    expect(await deliveriesOf(notificationId)).toEqual(["PUSH SENT"]);
  });
});

test("a decision is sent once when several consumers process it at once", async () => {
  const { notificationId: subjectId } = await occasion();
  const sent: string[] = [];
  const sender: PushSender = {
    send: async ({ token }) => {
      sent.push(token);
      return { kind: "SENT" };
    },
    close() {},
  };
  const deps = {
    em: database.em,
    mailer: { send: async () => {} },
    links: { key: new Uint8Array(32), publicUrl: "http://127.0.0.1" },
    push: { FCM: sender, APNS: sender },
    log: pino({ level: "silent" }),
  };
  const row = { subjectId, version: 1, requestId: null };
  const ends = await Promise.allSettled(
    Array.from({ length: 6 }, () => deliverNotification(deps, row)),
  );
  expect(sent).toHaveLength(1);
  expect(await deliveriesOf(subjectId)).toEqual(["PUSH SENT"]);
  const failures = ends.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
  for (const failure of failures) expect(failure).toBe("DeliveryLater: Not yet");
});

function clockAt(hours: number) {
  return moveClock(ownerUrl, (midnight + hours * 3_600_000 - Date.now()) / 1_000);
}

function occasion(changes: Partial<Parameters<typeof relay.decide>[0]> = {}) {
  return relay.decide({
    category: "FORM_ASSIGNED",
    recipientUserId: pair.client.userId,
    relationshipId: pair.relationshipId,
    localDate: null,
    verdict: "ASK",
    ...changes,
  });
}

async function deliveriesOf(notificationId: string) {
  return (await em().find(NotificationDelivery, { notificationId })).map(endOf);
}
