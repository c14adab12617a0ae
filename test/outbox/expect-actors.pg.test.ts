import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { newId } from "../../db/new-id.ts";
import { findOverdueActors } from "../../db/outbox/overdue-actors.ts";
import { openDatabase } from "../../db/orm.ts";
import { onboardingActorId } from "../../rules/onboarding/onboarding-actor-id.ts";
import { moveClock } from "../factories/move-clock.ts";
import { aBatchEvent, anEvent, tell } from "../factories/outbox-rows.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl, ownerUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
afterAll(() => database.close());

const usual = { lateBySeconds: 120, limit: 100 };

test("an onboarding that is told of something is found by the sweep should the wake-up be lost", async () => {
  const instanceId = newId();
  const actorId = onboardingActorId(instanceId);
  await tell(database, [
    anEvent("OnboardingTaskSkipped", { actorId }),
    // The actor hears nothing of this one, and nobody of the last but a device.
    anEvent("OnboardingQuestionnaireSkipped", { actorId }),
    aBatchEvent(newId()),
  ]);
  expect(await findOverdueActors(em.fork(), usual)).toEqual([]);
  await moveClock(ownerUrl, 130);
  const found = [{ workflowId: actorId, subjectId: instanceId }];
  expect(await findOverdueActors(em.fork(), usual)).toEqual(found);
});

test("what it waited for comes no later by that", async () => {
  const actorId = onboardingActorId(newId());
  const dueAt = async () => {
    const { rows } = await sql<{ at: string }>`
      select due_at::text as at from actor where workflow_id = ${actorId}
    `.execute(em.fork().getKysely());
    return rows[0]?.at;
  };
  await tell(database, [anEvent("OnboardingTaskOpened", { actorId })]);
  const first = await dueAt();
  await tell(database, [anEvent("OnboardingTaskSkipped", { actorId })]);
  expect(await dueAt()).toBe(first);
});
