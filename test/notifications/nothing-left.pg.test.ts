import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { withdrawForm } from "../../activities/forms/withdraw-form.ts";
import { giveForm } from "../../activities/forms/give-form.ts";
import { nudgeTask } from "../../activities/onboarding/nudge-task.ts";
import { overrideTask } from "../../activities/onboarding/overrides/override-task.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { NotificationDelivery } from "../../db/notifications/notification-delivery.ts";
import { openDatabase } from "../../db/open-database.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import {
  endOf,
  type NotificationRelay,
  startNotificationRelay,
} from "../factories/notifications/notification-relay.ts";
import {
  buildOnboarded,
  type Onboarded,
  skip,
  submit,
} from "../factories/onboarding/onboarding-life.ts";
import { buildPublishedForm } from "../factories/forms/published-form.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 9, applicationName: "nothing-left-test" });
const { em } = database;

let relay: NotificationRelay;
let client: Onboarded;
beforeEach(async () => {
  await clockAt(12);
  relay = await startNotificationRelay(database);
  client = await buildOnboarded(em, { timezone: "UTC" });
  await skip(em, client);
  await em.fork().execute("delete from outbox");
});
afterEach(() => relay.close());
afterAll(async () => {
  await moveClock(ownerUrl, 0);
  await database.close();
});

/** The next midnight in UTC; hours are counted from there. */
const midnight = new Date().setUTCHours(24, 0, 0, 0);

const requestId = "test";

const decision = (id: string) => em.fork().findOneOrFail(Notification, id);
const NOTHING_LEFT = { outcome: "SUPPRESS", reason: "NOTHING_LEFT", channels: [] };

describe("no morning reminder asks for", () => {
  test.each([
    ["a form that the client submitted in the night", () => submit(em, client)],
    ["a task that the coach cancelled in the night", cancel],
  ])("%s", async (_, happen) => {
    await clockAt(22);
    const { notificationId, outcome } = await nudge();
    expect(outcome).toBe("DEFER");
    await happen();
    await clockAt(33);
    await relay.drain();
    expect(relay.letters).toEqual([]);
    expect(await decision(notificationId)).toMatchObject(NOTHING_LEFT);
  });

  test("a form that the coach withdrew in the night", async () => {
    await clockAt(22);
    const { formVersionId } = await buildPublishedForm(em.fork(), client.coach);
    const { relationshipId, workspaceId, coach } = client;
    const place = { relationshipId, workspaceId, requestId };
    const formAssignmentId = await transact(em, (tx) =>
      giveForm(tx, { ...place, formVersionId, dueAt: null, assignedByUserId: coach.userId }),
    );
    await relay.drain();
    await transact(em, (tx) => withdrawForm(tx, { ...place, formAssignmentId }));
    await clockAt(33);
    await relay.drain();
    expect(relay.letters).toEqual([]);
    const kept = await em.fork().findOneOrFail(Notification, { subjectId: formAssignmentId });
    expect(kept).toMatchObject(NOTHING_LEFT);
  });
});

test("a delayed request is cancelled when the form was submitted meanwhile", async () => {
  relay.mail.fault = new Error("The mail server is away");
  const { notificationId } = await nudge();
  await relay.drain();
  await submit(em, client);
  relay.mail.fault = null;
  await clockAt(13);
  await relay.drain();
  expect(relay.letters).toEqual([]);
  const deliveries = await em.fork().find(NotificationDelivery, { notificationId });
  expect(deliveries.map(endOf)).toEqual(["MAIL WITHDRAWN NOTHING_LEFT"]);
});

test("an open form is still announced, even after another form replaced the first", async () => {
  await clockAt(22);
  await nudge();
  const { formVersionId } = await buildPublishedForm(em.fork(), client.coach);
  await transact(em, (tx) =>
    overrideTask(tx, {
      place: placeOf(client),
      override: { type: "REASSIGN_QUESTIONNAIRE", formVersionId },
      reason: "A shorter one",
      actor: { kind: "COACH", userId: client.coach.userId },
      requestId,
    }),
  );
  await clockAt(33);
  await relay.drain();
  expect(relay.letters).toHaveLength(1);
});

function clockAt(hours: number) {
  return moveClock(ownerUrl, (midnight + hours * 3_600_000 - Date.now()) / 1_000);
}

function placeOf({ taskId, workspaceId, client: { userId } }: Onboarded) {
  return { taskId, workspaceId, clientUserId: userId };
}

function nudge() {
  return transact(em, (tx) =>
    nudgeTask(tx, { place: placeOf(client), byUserId: client.coach.userId, requestId }),
  );
}

function cancel() {
  return transact(em, (tx) =>
    overrideTask(tx, {
      place: placeOf(client),
      override: { type: "CANCEL" },
      reason: "Asked on the phone",
      actor: { kind: "COACH", userId: client.coach.userId },
      requestId,
    }),
  );
}
