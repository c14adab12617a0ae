import { afterAll, expect, test } from "@jest/globals";
import { openDatabase } from "../../db/orm.ts";
import { tables } from "../../db/tables.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { endDay, close, dayOf } from "../factories/closing-day.ts";
import {
  admissionDeps,
  buildDevice,
  type BuiltScope,
  buildScope,
  submit,
} from "../factories/sync.ts";
import { verdictsOf } from "../factories/verdicts.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts.ts";
import { campaignSize } from "../harness/campaign.ts";
import { openTestDatabase } from "../harness/database.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 4);
const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "workout races" });
const { em } = database;
afterAll(() => database.close());

async function submitted({ relationshipId }: BuiltScope) {
  return await tables(em.fork())
    .selectFrom("workoutSession")
    .select(["taskId", "creditedTaskId", "performedFrom"])
    .where("relationshipId", "=", relationshipId)
    .where("status", "=", "SUBMITTED")
    .execute();
}

const statusOf = async (id: string) =>
  (
    await tables(em.fork())
      .selectFrom("agendaTask")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).status;

test("Two phones submit at once: one session counts, the other is in conflict", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const scope = await buildScope(em);
    const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    const workout = await putWorkout(em, scope);
    const phones = [scope, other].map(async (phone, at) => {
      const deps = admissionDeps(em, operationFeatures);
      return await submit(deps, phone, [draftOf(workout).submit([squats("one", 50 + at)])]);
    });
    const told = (await Promise.all(phones)).flatMap(({ results }) => verdictsOf(results));
    expect(told.toSorted()).toEqual(["ACCEPTED", "SESSION_ALREADY_SUBMITTED"]);
    expect(await submitted(scope)).toHaveLength(1);
  }
});

test("A submit meets the close of its day: it is done, whichever comes first", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    await endDay(em, dayOf(scope));
    const deps = admissionDeps(em, operationFeatures);
    const [{ results }] = await Promise.all([
      submit(deps, scope, [draftOf(workout).submit()]),
      close(em, [dayOf(scope)]),
    ]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
    expect(await statusOf(workout.taskId)).toBe("COMPLETED");
  }
});

test("A submit meets a cancellation: counted, or a conflict, never both", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const deps = admissionDeps(em, operationFeatures);
    const [{ results }] = await Promise.all([
      submit(deps, scope, [draftOf(workout).submit()]),
      em.fork().transactional(async (tx) => {
        await tables(tx)
          .selectFrom("relationshipScope")
          .select("seq")
          .where("relationshipId", "=", scope.relationshipId)
          .forUpdate()
          .execute();
        await tables(tx)
          .updateTable("agendaTask")
          .set({ status: "CANCELED" })
          .where("id", "=", workout.taskId)
          .where("status", "in", ["PENDING", "IN_PROGRESS"])
          .execute();
      }),
    ]);
    const isCounted = verdictsOf(results)[0] === "ACCEPTED";
    expect(await submitted(scope)).toHaveLength(isCounted ? 1 : 0);
    expect(await statusOf(workout.taskId)).toBe(isCounted ? "COMPLETED" : "CANCELED");
  }
});
