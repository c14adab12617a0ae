import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { pino } from "pino";
import { rebuildDays } from "../../activities/agenda/rebuild-days.ts";
import type { LoggedSet } from "../../contract/workouts/session-schema.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { listPreviousResults } from "../../db/workouts/list-previous-results.ts";
import { findCoachSession } from "../../db/workouts/sessions/queries.ts";
import { isDone } from "../../rules/workouts/session-results.ts";
import { hooks } from "../../workers/hooks.ts";
import { campaignSize } from "../harness/campaign.ts";
import { tables } from "../../db/tables.ts";
import { batchIdOf, newId } from "../../db/platform/new-id.ts";
import { type BuiltScope, buildScope } from "../factories/sync/sync.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useAdmission } from "../factories/sync/use-admission.ts";

const { em, admit, settle } = await useAdmission();

test("a set of no repetitions stays as logged, and is no record, no hint and no completed set", async () => {
  const scope = await buildScope(em);
  const draft = draftOf(await putWorkout(em, scope));
  const heavy = { weight: { value: 200, unit: "kg" as const }, reps: 0, rpe: 10 };
  const sets = [
    squats("one"),
    squats("two", 200, { values: heavy }),
    squats("three", 0, { exerciseKey: "pull", values: { reps: 0 } }),
  ];
  await admit(scope, [draft.submit(sets)]);
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
  await admit(scope, [
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
      const batchId = await admit(scope, [draft.submit(sets)]);
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
  await admit(scope, [
    draft.submit([squats("one"), squats("two", 200, { values: heavy }), failed]),
  ]);
  await settle(scope);
  const { relationshipId } = scope;
  const rebuild = async () => {
    const rebuilding = { em, log: pino({ level: "silent" }), rebuilds: hooks.rebuilds };
    const request = { after: null, only: [relationshipId] };
    const { sent } = await recordStatements(() => rebuildDays(rebuilding, request));
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
