import { newId } from "../../db/platform/new-id.ts";
import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { claimOverdueActors } from "../../db/outbox/claim-overdue-actors.ts";
import { onboardingActor } from "../../contract/onboarding/onboarding-actor.ts";
import { openDatabase } from "../../db/open-database.ts";
import { clockNow } from "../../db/platform/transactions/transact.ts";
import { onboardingActorId } from "../../rules/onboarding/onboarding-actor-id.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { aDeviceEvent, anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
afterAll(() => database.close());

test("the sweep finds a notified actor if its wake-up is lost", async () => {
  const [deviceId, instanceId] = [newId(), newId()];
  const actorId = onboardingActorId(instanceId);
  await emitEvents(database, [
    anEvent("OnboardingTaskSkipped", { actorId }),
    // The actor receives no wake-up for this one.
    onboardingActor.wokenBy(anEvent("OnboardingQuestionnaireSkipped"), { instanceId: newId() }),
    aDeviceEvent(deviceId),
  ]);
  expect(await late()).toEqual([]);
  await moveClock(ownerUrl, 130);
  expect((await late()).toSorted()).toEqual([deviceActorId(deviceId), actorId]);
});

test("a notification never delays what the actor already waits for", async () => {
  const actorId = onboardingActorId(newId());
  const dueAt = async () => {
    const { rows } = await sql<{ at: string }>`
      select due_at::text as at from actor where workflow_id = ${actorId}
    `.execute(em.fork().getKysely());
    return rows[0]?.at;
  };
  await emitEvents(database, [anEvent("OnboardingTaskOpened", { actorId })]);
  const first = await dueAt();
  await emitEvents(database, [anEvent("OnboardingTaskSkipped", { actorId })]);
  expect(await dueAt()).toBe(first);
});

async function late() {
  const since = await clockNow(em.fork());
  return await claimOverdueActors(em.fork(), { lateBySeconds: 120, limit: 100, since });
}
