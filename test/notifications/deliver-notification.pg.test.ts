import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { AppSession } from "../../db/accounts/app-session.ts";
import { User } from "../../db/accounts/user.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { NotificationDelivery } from "../../db/notifications/notification-delivery.ts";
import { PushToken } from "../../db/notifications/push-token.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { openDatabase } from "../../db/open-database.ts";
import { type BuiltRelationship, buildRelationship } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  endOf,
  type NotificationRelay,
  startNotificationRelay,
} from "../factories/notifications/notification-relay.ts";
import { buildPhone } from "../factories/notifications/push-tokens.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 9, applicationName: "delivery-test" });
const em = () => database.em.fork();

let relay: NotificationRelay;
let pair: BuiltRelationship;
beforeAll(() => moveClock(ownerUrl, secondsUntilNoon()));
beforeEach(async () => {
  relay = await startNotificationRelay(database);
  pair = await buildRelationship(em(), { timezone: "UTC" });
  await em().execute("delete from outbox");
});
afterEach(() => relay.close());
afterAll(async () => {
  await moveClock(ownerUrl, 0);
  await database.close();
});

const phone = () => buildPhone(database.em, { userId: pair.client.userId });

const decision = (id: string) => em().findOneOrFail(Notification, id);

describe("a decision to notify a person", () => {
  test("reaches each phone of the addressed app, and is recorded once per phone", async () => {
    const phones = [await phone(), await phone()];
    await buildPhone(database.em, { userId: pair.client.userId, surface: "COACH_MOBILE" });
    const { notificationId } = await formAssigned();
    await relay.drain();
    const tokens = relay.messages().map(({ token }) => token);
    expect(new Set(tokens)).toEqual(new Set(phones.map(({ token }) => token)));
    expect(await deliveriesOf(notificationId)).toEqual(["PUSH SENT", "PUSH SENT"]);
    expect(relay.letters).toEqual([]);
  });

  test("carries category and ids, and nothing about the person or the content", async () => {
    await em().nativeUpdate(User, pair.client.userId, { displayName: "Zzmarkerzz" });
    await phone();
    const { notificationId } = await formAssigned();
    await relay.drain();
    const [message] = relay.messages();
    const { subjectId } = await decision(notificationId);
    const { relationshipId } = pair;
    const ids = { notificationId, subjectId, relationshipId };
    expect(message?.data).toEqual({ category: "FORM_ASSIGNED", ...ids });
    expect(message?.notification).toEqual({
      title: "New from your coach",
      body: "There is a form to fill in.",
    });
    expect(JSON.stringify(message)).not.toMatch(/zzmarkerzz|@example/i);
  });

  test("reaches Apple's phones through APNS", async () => {
    await buildPhone(database.em, { userId: pair.client.userId, provider: "APNS" });
    const { notificationId } = await formAssigned();
    await relay.drain();
    expect(relay.apns.requests).toHaveLength(1);
    expect(await deliveriesOf(notificationId)).toEqual(["PUSH SENT"]);
  });

  test("is sent by e-mail to the verified address, if there is no phone", async () => {
    const { notificationId } = await formAssigned();
    await relay.drain();
    const { primaryEmail } = await em().findOneOrFail(User, pair.client.userId);
    const { displayName } = await em().findOneOrFail(User, pair.coach.userId);
    expect(relay.letters).toMatchObject([{ to: primaryEmail, subject: `New from ${displayName}` }]);
    expect(await deliveriesOf(notificationId)).toEqual(["MAIL SENT"]);
  });

  test("is sent once though its event arrives twice and at two relays", async () => {
    await phone();
    await formAssigned();
    const rows = await em().find(OutboxRow, { consumer: "notification-delivery" });
    await Promise.all([relay.pass(), relay.pass(), relay.pass()]);
    await relay.drain();
    await em().insertMany(OutboxRow, rows);
    await relay.drain();
    expect(relay.pushes()).toHaveLength(1);
  });
});

describe("a response of the provider", () => {
  test("that a token is dead retires and erases it, and e-mail takes its place", async () => {
    const { id } = await phone();
    relay.answerPush(unregistered);
    const { notificationId } = await formAssigned();
    await relay.drain();
    expect(await deliveriesOf(notificationId)).toEqual(["PUSH FAILED UNREGISTERED", "MAIL SENT"]);
    const row = await em().findOneOrFail(PushToken, id);
    expect(row).toMatchObject({ status: "RETIRED", retiredFor: "REJECTED", token: null });
    expect(await decision(notificationId)).toMatchObject({ outcome: "SEND", channels: ["MAIL"] });
  });

  test("about one phone does not affect the other", async () => {
    await phone();
    const { token: dead } = await phone();
    relay.answerPush(({ body }) => (body.includes(dead) ? unregistered() : { status: 200 }));
    const { notificationId } = await formAssigned();
    await relay.drain();
    const ends = await deliveriesOf(notificationId);
    expect(ends.toSorted()).toEqual(["PUSH FAILED UNREGISTERED", "PUSH SENT"]);
    expect(relay.letters).toEqual([]);
  });

  test("that leaves no working channel is stored as the reason", async () => {
    await phone();
    const contact = { primaryEmail: null, primaryPhone: "+390612345678" };
    await em().nativeUpdate(User, pair.client.userId, contact);
    relay.answerPush(unregistered);
    const { notificationId } = await formAssigned();
    await relay.drain();
    const expected = { outcome: "SUPPRESS", reason: "NO_CHANNEL", channels: [] };
    expect(await decision(notificationId)).toMatchObject(expected);
    await em().nativeUpdate(User, pair.client.userId, { primaryPhone: null });
  });

  test("that refuses the message for good is recorded, and the token stays", async () => {
    const { id } = await phone();
    relay.answerPush(() => ({ status: 400, body: { error: { status: "INVALID_ARGUMENT" } } }));
    const { notificationId } = await formAssigned();
    await relay.drain();
    const [push] = await deliveriesOf(notificationId);
    expect(push).toBe("PUSH FAILED INVALID_ARGUMENT");
    expect(await em().findOneOrFail(PushToken, id)).toMatchObject({ status: "ACTIVE" });
  });

  test("that is a temporary failure makes the relay retry on that channel alone", async () => {
    const phones = [await phone(), await phone()];
    const busy = phones[0]?.token ?? "";
    relay.answerPush(({ body }) => ({ status: body.includes(busy) ? 500 : 200 }));
    const { notificationId } = await formAssigned();
    await relay.drain();
    const ends = await deliveriesOf(notificationId);
    expect(ends.toSorted()).toEqual(["PUSH PENDING HTTP_500", "PUSH SENT"]);
    relay.answerPush(() => ({ status: 200 }));
    await em().execute("update outbox set available_at = clock_now() where attempts = 1");
    await relay.drain();
    expect(await deliveriesOf(notificationId)).toEqual(["PUSH SENT", "PUSH SENT"]);
    expect(relay.pushes()).toHaveLength(3);
  });

  test("that asks to wait is respected, and costs no attempt of the relay meanwhile", async () => {
    await phone();
    relay.answerPush(() => ({ status: 429, headers: { "retry-after": "1200" } }));
    const { notificationId } = await formAssigned();
    await relay.drain();
    await em().execute("update outbox set available_at = clock_now()");
    await relay.drain();
    expect(relay.pushes()).toHaveLength(1);
    const [row] = await em().execute<{ attempts: number; waits: boolean }[]>(
      `select attempts, available_at > clock_now() + interval '19 min' as waits from outbox
        where consumer = 'notification-delivery'`,
    );
    expect(row).toEqual({ attempts: 1, waits: true });
    expect(await deliveriesOf(notificationId)).toEqual(["PUSH PENDING HTTP_429"]);
  });

  test("is missing when the provider is not set up: that is a failure, and e-mail takes its place", async () => {
    await phone();
    const { notificationId } = await formAssigned();
    await relay.pass({ FCM: null, APNS: null });
    const ends = ["PUSH FAILED PROVIDER_NOT_SET_UP", "MAIL SENT"];
    expect(await deliveriesOf(notificationId)).toEqual(ends);
  });

  test("of the mail server is recorded if it is permanent, and retried otherwise", async () => {
    relay.mail.fault = Object.assign(new Error("greylisted"), { responseCode: 451 });
    const { notificationId } = await formAssigned();
    await relay.drain();
    expect(await deliveriesOf(notificationId)).toEqual(["MAIL PENDING Error"]);
    relay.mail.fault = Object.assign(new Error("no such user"), {
      responseCode: 550,
      command: "RCPT TO",
    });
    await em().execute("update outbox set available_at = clock_now()");
    await relay.drain();
    expect(await deliveriesOf(notificationId)).toEqual(["MAIL FAILED SMTP_550"]);
    expect(await decision(notificationId)).toMatchObject({ reason: "NO_CHANNEL" });
  });

  test("is not requested for a phone that was signed out meanwhile", async () => {
    const { appSessionId } = await phone();
    const { notificationId } = await formAssigned();
    await em().nativeUpdate(AppSession, appSessionId, { revokedAt: new Date() });
    await relay.drain();
    expect(relay.pushes()).toEqual([]);
    expect(await deliveriesOf(notificationId)).toEqual(["MAIL SENT"]);
  });
});

/** Seconds by which the product's clock moves to the next noon in UTC. */
function secondsUntilNoon(): number {
  const now = new Date();
  return (new Date(now).setUTCHours(36, 0, 0, 0) - now.getTime()) / 1_000;
}

function formAssigned() {
  return relay.decide({
    category: "FORM_ASSIGNED",
    recipientUserId: pair.client.userId,
    relationshipId: pair.relationshipId,
    localDate: null,
    verdict: "ASK",
  });
}

async function deliveriesOf(notificationId: string) {
  return (
    await em().find(NotificationDelivery, { notificationId }, { orderBy: { id: "asc" } })
  ).map(endOf);
}

function unregistered() {
  return {
    status: 404,
    body: { error: { status: "NOT_FOUND", details: [{ errorCode: "UNREGISTERED" }] } },
  };
}
