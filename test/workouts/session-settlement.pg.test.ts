import { expect, test } from "@jest/globals";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { tables } from "../../db/tables.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { addDays } from "../../rules/local-day.ts";
import { closeDayOf, dayOf } from "../factories/agenda/closing-day.ts";
import { listBatchEvents } from "../../activities/sync/receipts/list-batch-events.ts";
import { newId } from "../../db/platform/new-id.ts";
import {
  buildDevice,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useAdmission } from "../factories/sync/use-admission.ts";
import { eventTypesOf } from "../factories/workouts/stored-sessions.ts";

const { em, deps, admit, settle } = await useAdmission();

test("a session is reported once; a correction removes its record", async () => {
  const scope = await buildScope(em);
  const draft = draftOf(await putWorkout(em, scope));
  await submit(deps, scope, [draft.start(), draft.submit([squats("one", 140)])]);
  await settle(scope);
  expect(await resultsOf(scope)).toMatchObject([{ heaviestGrams: 140_000 }]);
  await submit(deps, scope, [draft.op("workout.correct-session", { sets: [squats("one", 40)] })]);
  await settle(scope);
  expect(await resultsOf(scope)).toMatchObject([{ heaviestGrams: 40_000 }]);
  expect(await eventTypesOf(em, scope)).toEqual([
    "DailyTaskCompleted",
    "WorkoutSessionCorrected",
    "WorkoutSessionSubmitted",
  ]);
});

test("the feed reads from the batch that a task was started or returned, once for each", async () => {
  const scope = await buildScope(em);
  const [one, two] = [draftOf(await putWorkout(em, scope)), draftOf(await putWorkout(em, scope))];
  const batchId = await admit(scope, [
    one.start(),
    one.sets([squats("one")]),
    one.op("workout.discard-session"),
    two.start(),
    two.submit(),
  ]);
  const events =
    (await listBatchEvents(em.fork(), operationFeatures, [batchId])).get(batchId) ?? [];
  expect(events.map(({ type }) => type)).toEqual(Array(3).fill("DailyTaskStatusChanged"));
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(3);
});

test("a draft of a future day does not open that day (docs/rooms/agenda.md#calendar)", async () => {
  const scope = await buildScope(em);
  const localDate = addDays(scope.agenda.localDate, 2);
  const draft = draftOf(await putWorkout(em, scope, { localDate, task: null }));
  const { results } = await submit(deps, scope, [draft.sets([squats("one")])]);
  expect(results).toMatchObject([{ status: "ACCEPTED" }]);
  await settle(scope);
  const days = await tables(em.fork())
    .selectFrom("agendaDay")
    .select("localDate")
    .where("relationshipId", "=", scope.relationshipId)
    .execute();
  expect(days).toEqual([{ localDate: scope.agenda.localDate }]);
});

test("a session that turns a missed workout into a completed one counts as late evidence (docs/rooms/agenda.md#late-evidence)", async () => {
  const scope = await buildScope(em);
  const draft = draftOf(await putWorkout(em, scope));
  const begun = new Date();
  await closeDayOf(em, scope);
  const startedAt = new Date(begun.getTime() - 60_000).toISOString();
  await submit(deps, scope, [draft.submit(undefined, { startedAt })]);
  await settle(scope);
  const day = await em.fork().findOneOrFail(AgendaDay, dayOf(scope));
  expect(day).toMatchObject({ lateCount: 1, correctedAt: expect.any(Date), completedCount: 1 });
});

test("a named batch is reported once, when all of it is final", async () => {
  const scope = await buildScope(em);
  const workout = await putWorkout(em, scope);
  const [one, two] = [draftOf(workout), draftOf(workout)];
  const clientBatchId = newId();
  const operations = [one.submit(), two.submit()];
  await submit(deps, scope, operations, { clientBatchId });
  await settle(scope);
  await submit(deps, scope, operations, { clientBatchId });
  await submit(deps, scope, [queued("quick-log.complete-task", { taskId: scope.agenda.habit.id })]);
  await settle(scope);
  expect(await eventTypesOf(em, scope)).toEqual([
    "DailyTaskCompleted",
    "WorkoutSessionSubmitted",
    "WorkoutSyncBatchPartiallyRejected",
    "WorkoutSyncConflictRaised",
  ]);
});

test("batches with the same name from two phones are reported separately", async () => {
  const scope = await buildScope(em);
  const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
  const clientBatchId = newId();
  for (const phone of [scope, other]) {
    const draft = draftOf(await putWorkout(em, scope));
    await submit(deps, phone, [draft.submit()], { clientBatchId });
    await settle(phone);
  }
  const accepted = (await eventTypesOf(em, scope)).filter(
    (type) => type === "MobileWorkoutSyncBatchAccepted",
  );
  expect(accepted).toHaveLength(2);
});

test("a batch takes as many statements for one session as for fifty operations on two", async () => {
  const statements = async (perDraft: number) => {
    const scope = await buildScope(em);
    const drafts = [draftOf(await putWorkout(em, scope)), draftOf(await putWorkout(em, scope))];
    const batch = drafts.flatMap((draft) => [
      ...Array.from({ length: perDraft }, (_, at) => draft.sets([squats(`set-${at}`)])),
      draft.submit(),
    ]);
    const { result, sent } = await recordStatements(() => submit(deps, scope, batch));
    expect(new Set(result.results.map(({ status }) => status))).toEqual(new Set(["ACCEPTED"]));
    return sent.length;
  };
  await statements(0);
  expect(await statements(24)).toBe(await statements(0));
});

async function resultsOf({ relationshipId }: BuiltScope) {
  return await tables(em.fork())
    .selectFrom("workoutResult")
    .select(["identity", "heaviestGrams"])
    .where("relationshipId", "=", relationshipId)
    .execute();
}
