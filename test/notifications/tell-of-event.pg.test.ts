import { afterAll, afterEach, beforeEach, expect, test } from "@jest/globals";
import { OnboardingInstance } from "../../db/onboarding/onboarding-instance.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { openDatabase } from "../../db/orm.ts";
import { type BuiltRelationship, buildRelationship } from "../factories/identity.ts";
import { type NotificationRelay, startNotificationRelay } from "../factories/notification-relay.ts";
import { anEvent, tell } from "../factories/outbox-rows.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
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

const decided = async () => {
  const { relationshipId } = pair;
  const rows = await em().find(Notification, { relationshipId }, { orderBy: { category: "asc" } });
  return rows.map(({ category, recipientUserId }) => ({ category, recipientUserId }));
};

test("a client who began is welcomed, and the coach hears of it: once, however often it is told", async () => {
  const { relationshipId } = pair;
  await relay.drain();
  const expected = [
    { category: "CLIENT_STARTED_ONBOARDING", recipientUserId: pair.coach.userId },
    { category: "WELCOME", recipientUserId: pair.client.userId },
  ];
  expect(await decided()).toEqual(expected);
  const { id: subjectId } = await em().findOneOrFail(OnboardingInstance, { relationshipId });
  await tell(database, [
    anEvent("ClientOnboardingStarted", { subjectId }),
    anEvent("ClientOnboardingStarted", { subjectId }),
  ]);
  await Promise.all([relay.pass(), relay.pass()]);
  expect(await decided()).toEqual(expected);
});
