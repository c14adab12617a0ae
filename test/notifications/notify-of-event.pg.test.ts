import { afterAll, afterEach, beforeEach, expect, test } from "@jest/globals";
import { assignForm } from "../../activities/forms/assign-form.ts";
import { cancelFormAssignment } from "../../activities/forms/cancel-form-assignment.ts";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { openDatabase } from "../../db/open-database.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { type BuiltRelationship, buildRelationship } from "../factories/accounts/identity.ts";
import {
  type NotificationRelay,
  startNotificationRelay,
} from "../factories/notifications/notification-relay.ts";
import { anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { buildPublishedForm } from "../factories/forms/published-form.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 9, applicationName: "tell-test" });
const em = () => database.em.fork();

let relay: NotificationRelay;
let pair: BuiltRelationship;
beforeEach(async () => {
  relay = await startNotificationRelay(database);
  pair = await buildRelationship(em());
});
afterEach(() => relay.close());
afterAll(() => database.close());

test("a client who began is welcomed and the coach notified, once, however often the event arrives", async () => {
  const { relationshipId } = pair;
  await relay.drain();
  const expected = [
    { category: "CLIENT_STARTED_ONBOARDING", recipientUserId: pair.coach.userId },
    { category: "WELCOME", recipientUserId: pair.client.userId },
  ];
  expect(await decided()).toEqual(expected);
  const { id: subjectId } = await em().findOneOrFail(OnboardingInstance, { relationshipId });
  await emitEvents(database, [
    anEvent("ClientOnboardingStarted", { subjectId }),
    anEvent("ClientOnboardingStarted", { subjectId }),
  ]);
  await Promise.all([relay.pass(), relay.pass()]);
  expect(await decided()).toEqual(expected);
});

/** A form that a coach assigned to the client. */
async function assignedByCoach() {
  const { formVersionId } = await buildPublishedForm(em(), pair.coach);
  const { relationshipId, workspaceId, coach } = pair;
  return transact(database.em, async (tx) =>
    assignForm(tx, {
      relationshipId,
      workspaceId,
      formVersionId,
      sourceType: "COACH",
      sourceId: null,
      assignedByUserId: coach.userId,
      dueAt: null,
      now: await clockNow(tx),
      requestId: null,
    }),
  );
}

test("a client is notified of a form that the coach assigns, but not of the onboarding's form", async () => {
  await relay.drain();
  const { id: subjectId } = await assignedByCoach();
  await relay.drain();
  const { relationshipId } = pair;
  const notifications = await em().find(Notification, {
    relationshipId,
    category: "FORM_ASSIGNED",
  });
  expect(notifications).toMatchObject([{ recipientUserId: pair.client.userId, subjectId }]);
});

test("a form that was withdrawn before its notification is announced to nobody", async () => {
  const { id: formAssignmentId } = await assignedByCoach();
  await transact(database.em, async (tx) =>
    cancelFormAssignment(tx, { formAssignmentId, now: await clockNow(tx), requestId: null }),
  );
  await relay.drain();
  const { relationshipId } = pair;
  expect(await em().count(Notification, { relationshipId, category: "FORM_ASSIGNED" })).toBe(0);
});

async function decided() {
  const { relationshipId } = pair;
  const rows = await em().find(Notification, { relationshipId }, { orderBy: { category: "asc" } });
  return rows.map(({ category, recipientUserId }) => ({ category, recipientUserId }));
}
