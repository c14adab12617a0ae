import { afterAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { pino } from "pino";
import { rebuildDays } from "../../activities/agenda/rebuild-days.ts";
import type { LoggedSet } from "../../contract/workouts/session-schema.ts";
import { transact } from "../../db/transact.ts";
import { listPreviousResults } from "../../db/workouts/previous-results.ts";
import { findCoachSession } from "../../db/workouts/sessions/queries.ts";
import { isDone } from "../../rules/workouts/results.ts";
import { hooks } from "../../workers/hooks.ts";
import { campaignSize } from "../harness/campaign.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { openDatabase } from "../../db/orm.ts";
import { listSkipsAround } from "../../db/quick-log/skips/queries.ts";
import { coachReviewHint } from "../../rules/quick-log/coach-review-hint.ts";
import { tables } from "../../db/tables.ts";
import { featureSettlements } from "../../workers/feature-settlements.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { addDays } from "../../rules/local-day.ts";
import { closeDayOf, dayOf } from "../factories/agenda/closing-day.ts";
import { listBatchEvents } from "../../activities/sync/receipts/list-batch-events.ts";
import { batchIdOf, newId } from "../../db/new-id.ts";
import { settleOf, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildDevice,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const deps = admissionDeps(em, operationFeatures);
const settling = settlementDeps(em, featureSettlements, operationFeatures);
const settle = async ({ deviceId }: BuiltScope) => {
  await settleOf(settling, deviceId);
};
afterAll(() => database.close());

/** Submits a batch; returns its id, which all of its receipts begin with. */
async function admitted(scope: BuiltScope, operations: Parameters<typeof submit>[2]) {
  const { results } = await submit(deps, scope, operations);
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["ACCEPTED"]));
  return { batchId: batchIdOf(results[0]?.receiptId ?? "") };
}

/** The feed's events about this relationship's tasks and sessions. */
async function eventTypesOf({ relationshipId }: BuiltScope) {
  const rows = await tables(em.fork())
    .selectFrom("outbox")
    .select(["type", "refs"])
    .where("consumer", "=", "event-feed")
    .execute();
  return rows
    .filter(({ refs }) => refs["relationshipId"] === relationshipId)
    .map(({ type }) => type)
    .filter((type) => /Workout|DailyTask|ClientSkip/.test(type))
    .toSorted();
}

/** The newest session of a relationship, or that of a batch, as its coach reads it. */
async function readSession({ relationshipId }: BuiltScope, batchId: string | null = null) {
  const sessions = await tables(em.fork())
    .selectFrom("workoutSession")
    .select(["id", "changedReceiptId"])
    .where("relationshipId", "=", relationshipId)
    .orderBy("id", "desc")
    .execute();
  const wanted = sessions.find(
    ({ changedReceiptId }) => batchId === null || batchIdOf(changedReceiptId) === batchId,
  );
  const sessionId = wanted?.id ?? newId();
  const session = await findCoachSession(em.fork(), { relationshipId, sessionId });
  if (session === null) throw new Error("No session was submitted");
  return session;
}

const resultsOf = async ({ relationshipId }: BuiltScope) =>
  await tables(em.fork())
    .selectFrom("workoutResult")
    .select(["identity", "heaviestGrams"])
    .where("relationshipId", "=", relationshipId)
    .execute();

test("a session is reported once; a correction removes its record", async () => {
  const scope = await buildScope(em);
  const draft = draftOf(await putWorkout(em, scope));
  await submit(deps, scope, [draft.start(), draft.submit([squats("one", 140)])]);
  await settle(scope);
  expect(await resultsOf(scope)).toMatchObject([{ heaviestGrams: 140_000 }]);
  await submit(deps, scope, [draft.op("workout.correct-session", { sets: [squats("one", 40)] })]);
  await settle(scope);
  expect(await resultsOf(scope)).toMatchObject([{ heaviestGrams: 40_000 }]);
  expect(await eventTypesOf(scope)).toEqual([
    "DailyTaskCompleted",
    "WorkoutSessionCorrected",
    "WorkoutSessionSubmitted",
  ]);
});

test("a set of no repetitions stays as logged, and is no record, no hint and no completed set", async () => {
  const scope = await buildScope(em);
  const draft = draftOf(await putWorkout(em, scope));
  const heavy = { weight: { value: 200, unit: "kg" as const }, reps: 0, rpe: 10 };
  const sets = [
    squats("one"),
    squats("two", 200, { values: heavy }),
    squats("three", 0, { exerciseKey: "pull", values: { reps: 0 } }),
  ];
  await admitted(scope, [draft.submit(sets)]);
  await settle(scope);
  const session = await readSession(scope);
  expect(session.setsDone).toBe(1);
  const kept = new Map(session.content.sets.map(({ setKey, values }) => [setKey, values]));
  for (const { setKey, values } of sets) expect(kept.get(setKey)).toEqual(values);
  expect(session.results).toMatchObject([
    {
      exerciseKey: "squat",
      heaviestGrams: 100_000,
      records: [
        { measure: "ESTIMATED_MAXIMUM", value: 116_667 },
        { measure: "HEAVIEST", value: 100_000 },
        { measure: "MOST_REPETITIONS", value: 5 },
      ],
    },
  ]);
  const hints = await transact(em, (tx) => listPreviousResults(tx, [scope.relationshipId]));
  expect(hints.map(({ heaviestGrams }) => heaviestGrams)).toEqual([100_000]);
});

test("a session whose sets all failed is accepted, with empty results", async () => {
  const scope = await buildScope(em);
  const draft = draftOf(await putWorkout(em, scope));
  const failed = (exerciseKey: string, values: LoggedSet["values"]) =>
    squats(exerciseKey, 0, { exerciseKey, values });
  await admitted(scope, [
    draft.submit([
      failed("pull", { reps: 0 }),
      failed("plank", { seconds: 0 }),
      failed("run", { metres: 0, seconds: 0 }),
    ]),
  ]);
  await settle(scope);
  expect(await readSession(scope)).toMatchObject({ status: "SUBMITTED", setsDone: 0, results: [] });
});

test("the sets that a coach reads as completed are those behind the results", async () => {
  const scope = await buildScope(em);
  const amount = (name: "reps" | "seconds" | "metres") =>
    fc.record({ [name]: fc.constantFrom(0, 1, 12) });
  const values = fc.oneof(
    amount("reps").map((reps) => ({ exerciseKey: "pull", values: reps })),
    amount("seconds").map((seconds) => ({ exerciseKey: "plank", values: seconds })),
    fc
      .tuple(amount("metres"), amount("seconds"))
      .map(([metres, seconds]) => ({ exerciseKey: "run", values: { ...metres, ...seconds } })),
  );
  const set = fc.tuple(values, fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.array(set, { minLength: 1, maxLength: 12 }), async (drawn) => {
      const logged = drawn.map(([value, completed], at) =>
        squats(`${at}`, 0, { ...value, completed }),
      );
      const sets = [...logged, squats("done")];
      const draft = draftOf(await putWorkout(em, scope));
      const { batchId } = await admitted(scope, [draft.submit(sets)]);
      await settle(scope);
      const session = await readSession(scope, batchId);
      expect(session.setsDone).toBe(sets.filter(isDone).length);
      const trained = new Set(sets.filter(isDone).map(({ exerciseKey }) => exerciseKey));
      expect(new Set(session.results.map(({ exerciseKey }) => exerciseKey))).toEqual(trained);
    }),
    { numRuns: campaignSize("DRAWN_CASES", 10) },
  );
});

test("a rebuild recomputes results of an older rule, and writes no others", async () => {
  const scope = await buildScope(em);
  const draft = draftOf(await putWorkout(em, scope));
  const heavy = { weight: { value: 200, unit: "kg" as const }, reps: 0, rpe: 10 };
  const failed = squats("three", 0, { exerciseKey: "pull", values: { reps: 0 } });
  await admitted(scope, [
    draft.submit([squats("one"), squats("two", 200, { values: heavy }), failed]),
  ]);
  await settle(scope);
  const { relationshipId } = scope;
  const rebuild = async () => {
    const rebuilding = { em, log: pino({ level: "silent" }), rebuilds: hooks.rebuilds };
    const asked = { after: null, only: [relationshipId] };
    const { sent } = await recordStatements(() => rebuildDays(rebuilding, asked));
    return sent.filter(({ text }) => text.includes("delete from")).length;
  };
  const rows = async () =>
    await tables(em.fork())
      .selectFrom("workoutResult")
      .selectAll()
      .where("relationshipId", "=", relationshipId)
      .orderBy("exerciseKey")
      .execute();
  const right = await rows();
  expect(await rebuild()).toBe(0);
  const [squat] = right;
  if (squat === undefined) throw new Error("There is no result");
  const pull = { ...squat, exerciseKey: "pull", identity: "pull-up", estimatedGrams: null };
  const db = tables(em.fork());
  await db
    .updateTable("workoutResult")
    .set({ heaviestGrams: 200_000 })
    .where("sessionId", "=", squat.sessionId)
    .execute();
  await db
    .insertInto("workoutResult")
    .values({ ...pull, heaviestGrams: null, mostRepetitions: 0 })
    .execute();
  expect(await rebuild()).toBe(1);
  expect(await rows()).toEqual(right);
});

test("the feed reads from the batch that a task was started or returned, once for each", async () => {
  const scope = await buildScope(em);
  const [one, two] = [draftOf(await putWorkout(em, scope)), draftOf(await putWorkout(em, scope))];
  const { batchId } = await admitted(scope, [
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

test("an outdated skip is withdrawn; skipped exercises reach the coach like any skip", async () => {
  const scope = await buildScope(em);
  const workout = await putWorkout(em, scope);
  const draft = draftOf(workout);
  await submit(deps, scope, [
    queued("quick-log.skip", { taskId: workout.taskId, reason: "ILLNESS" }),
  ]);
  await settle(scope);
  const exercises = [{ exerciseKey: "pull", skip: { reason: "PAIN_OR_INJURY" } }];
  await submit(deps, scope, [draft.submit([squats("one")], { exercises })]);
  await settle(scope);
  expect(await eventTypesOf(scope)).toEqual([
    "ClientSkipNeedsAttention",
    "ClientSkipNeedsAttention",
    "ClientSkipWithdrawn",
    "DailyTaskCompleted",
    "WorkoutSessionSubmitted",
  ]);
  await submit(deps, scope, [draft.submit([squats("one")], { exercises: [] })]);
  await settle(scope);
  expect((await eventTypesOf(scope)).filter((type) => type === "ClientSkipWithdrawn")).toHaveLength(
    2,
  );
});

test("a correction that reports pain, or adds a note to an obstacle, reaches the coach; sent again it does not", async () => {
  const scope = await buildScope(em);
  const draft = draftOf(await putWorkout(em, scope));
  const says = async (reason: string, note: string | null = null) => {
    const exercises = [{ exerciseKey: "pull", skip: { reason, ...(note !== null && { note }) } }];
    await submit(deps, scope, [draft.submit([squats("one")], { exercises })]);
    await settle(scope);
    return (await eventTypesOf(scope)).filter((type) => type === "ClientSkipNeedsAttention").length;
  };
  expect(await says("EQUIPMENT_UNAVAILABLE")).toBe(0);
  expect(await says("EQUIPMENT_UNAVAILABLE", "no rack")).toBe(1);
  expect(await says("CONFUSED")).toBe(2);
  expect(await says("PAIN_OR_INJURY")).toBe(3);
  expect(await says("PAIN_OR_INJURY")).toBe(3);
});

test("another reason of the same group reaches the coach too, and so does each repetition of an undone one", async () => {
  const scope = await buildScope(em);
  const draft = draftOf(await putWorkout(em, scope));
  const says = async (...reasons: readonly string[]) => {
    const keys = ["squat", "pull", "run"];
    const exercises = reasons.map((reason, at) => ({ exerciseKey: keys[at], skip: { reason } }));
    await submit(deps, scope, [draft.submit([squats("one")], { exercises })]);
    await settle(scope);
    const eventTypes = await eventTypesOf(scope);
    return ["ClientSkipNeedsAttention", "ClientSkipWithdrawn"].map(
      (type) => eventTypes.filter((each) => each === type).length,
    );
  };
  expect(await says("CONFUSED")).toEqual([1, 0]);
  expect(await says("CONFUSED", "ILLNESS")).toEqual([2, 0]);
  expect(await says("CONFUSED")).toEqual([2, 1]);
  expect(await says("ILLNESS", "CONFUSED")).toEqual([3, 1]);
  expect(await says("CONFUSED")).toEqual([3, 2]);
});

test("the client's hint about a skip counts exercises that sessions skipped, but not a workout that was done after all", async () => {
  const scope = await buildScope(em);
  const { relationshipId, agenda } = scope;
  const [one, two, three] = [
    await putWorkout(em, scope),
    await putWorkout(em, scope),
    await putWorkout(em, scope),
  ];
  const skip = (taskId: string) => queued("quick-log.skip", { taskId, reason: "BUSY" });
  const exercises = [{ exerciseKey: "pull", skip: { reason: "TRAVEL" } }];
  await submit(deps, scope, [draftOf(one).submit(undefined, { exercises }), skip(two.taskId)]);
  await submit(deps, scope, [draftOf(two).submit()]);
  const { results } = await submit(deps, scope, [skip(three.taskId)]);
  await settle(scope);
  const window = { relationshipId, localDate: agenda.localDate, windowDays: 6 };
  const skips = await listSkipsAround(em.fork(), window);
  expect(coachReviewHint(results[0]?.receiptId ?? null, skips)).toEqual({
    kind: "COUNTED",
    count: 2,
    of: 3,
  });
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
  expect(await eventTypesOf(scope)).toEqual([
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
  const accepted = (await eventTypesOf(scope)).filter(
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
