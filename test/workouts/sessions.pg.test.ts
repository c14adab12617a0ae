import { afterAll, describe, expect, test } from "@jest/globals";
import { newId } from "../../db/new-id.ts";
import { openDatabase } from "../../db/orm.ts";
import { tables } from "../../db/tables.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { admissionDeps, buildDevice, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import {
  type BuiltWorkout,
  draftOf,
  putPackage,
  putWorkout,
  squats,
} from "../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const deps = admissionDeps(em, operationFeatures);
afterAll(() => database.close());

async function taskOf({ taskId }: Pick<BuiltWorkout, "taskId">) {
  const db = tables(em.fork());
  return await db
    .selectFrom("agendaTask")
    .select(["status", "revision", "lateEvidence"])
    .where("id", "=", taskId)
    .executeTakeFirst();
}

async function sessionOf(clientSessionId: string) {
  return await tables(em.fork())
    .selectFrom("workoutSession")
    .selectAll()
    .where("clientSessionId", "=", clientSessionId)
    .executeTakeFirst();
}

async function conflictsOf(clientSessionId: string) {
  return await tables(em.fork())
    .selectFrom("workoutConflict")
    .select(["kind", "resolution", "content", "latestReceiptId"])
    .where("clientSessionId", "=", clientSessionId)
    .orderBy("id")
    .execute();
}

async function closeDay(relationshipId: string, localDate: string, closedAt: Date) {
  await tables(em.fork())
    .updateTable("agendaDay")
    .set({ closedAt })
    .where("relationshipId", "=", relationshipId)
    .where("localDate", "=", localDate)
    .execute();
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe("a session", () => {
  test("that ended before it began, because a clock was set back meanwhile, counts and is stored as sent", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const draft = draftOf(workout);
    const start = hoursAgo(1);
    const reported = {
      startedAt: start.toISOString(),
      finishedAt: new Date(start.getTime() - 3_600_000).toISOString(),
    };
    const { results } = await submit(deps, scope, [draft.submit([squats("one")], reported)]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
    const session = await sessionOf(draft.clientSessionId);
    const [began, ended] = [session?.startedAt, session?.finishedAt];
    expect(Number(began) - Number(ended)).toBe(3_600_000);
    expect(await taskOf(workout)).toMatchObject({ status: "COMPLETED" });
  });

  test("is trained from start to submit in one batch, and completes its task", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const draft = draftOf(workout);
    const { results } = await submit(deps, scope, [
      draft.start(),
      draft.sets([squats("one", 90), squats("two")]),
      draft.op("workout.upsert-exercise", { exerciseKey: "squat", note: "Deep", order: 1 }),
      draft.op("workout.skip-exercise", {
        exerciseKey: "pull",
        reason: "PAIN_OR_INJURY",
        note: null,
      }),
      draft.op("workout.use-alternative", { exerciseKey: "squat", alternativeKey: "press" }),
      draft.submit([squats("one", 95)]),
    ]);
    expect(verdictsOf(results)).toEqual(Array.from({ length: 6 }, () => "ACCEPTED"));
    expect(await taskOf(workout)).toMatchObject({ status: "COMPLETED", revision: 3 });
    const session = await sessionOf(draft.clientSessionId);
    expect(session).toMatchObject({
      status: "SUBMITTED",
      performedFrom: "CURRENT",
      creditedTaskId: workout.taskId,
      frozenRevision: 6,
      content: {
        note: null,
        exercises: [],
        sets: [{ setKey: "one", values: { weight: { value: 95 } } }],
      },
    });
    expect(results.at(-1)?.canonicalIds).toEqual([
      { localId: draft.clientSessionId, canonicalId: session?.id, entityType: "workout_session" },
    ]);
  });

  test("begins with whichever operation comes first; changes of a draft touch no task", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const draft = draftOf(workout);
    const { results } = await submit(deps, scope, [draft.sets([squats("one")])]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
    expect(await taskOf(workout)).toMatchObject({ status: "PENDING", revision: 1 });
    expect(await sessionOf(draft.clientSessionId)).toMatchObject({ status: "IN_PROGRESS" });
  });

  test("sent again has the same receipt; submitted again with the same content it changes nothing", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const draft = draftOf(workout);
    const first = draft.submit();
    const [before] = (await submit(deps, scope, [first])).results;
    const [replayed] = (await submit(deps, scope, [first])).results;
    expect(replayed).toMatchObject({ status: "ALREADY_ACCEPTED", receiptId: before?.receiptId });
    const session = await sessionOf(draft.clientSessionId);
    const again = await submit(deps, scope, [draft.submit()]);
    expect(verdictsOf(again.results)).toEqual(["ACCEPTED"]);
    expect(await sessionOf(draft.clientSessionId)).toEqual(session);
  });

  test("that is discarded returns its task to waiting, unless another session of it is open", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const [one, two] = [draftOf(workout), draftOf(workout)];
    await submit(deps, scope, [one.start(), two.start()]);
    await submit(deps, scope, [one.op("workout.discard-session", { reason: null })]);
    expect(await taskOf(workout)).toMatchObject({ status: "IN_PROGRESS" });
    await submit(deps, scope, [two.op("workout.discard-session", { reason: "Wrong day" })]);
    expect(await taskOf(workout)).toMatchObject({ status: "PENDING", revision: 3 });
    const { results } = await submit(deps, scope, [two.submit()]);
    expect(verdictsOf(results)).toEqual(["SESSION_DISCARDED"]);
    expect(await conflictsOf(two.clientSessionId)).toEqual([]);
  });

  test("that never reached the server is discarded for good", async () => {
    const scope = await buildScope(em);
    const draft = draftOf(await putWorkout(em, scope));
    const discard = draft.op("workout.discard-session", { reason: null });
    const { results } = await submit(deps, scope, [discard, draft.sets([squats("one")])]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "SESSION_DISCARDED"]);
  });
});

describe("a mixed batch", () => {
  test("is decided in the order sent, on one working copy of its tasks (quick-log, today, workout)", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const { taskId } = workout;
    const draft = draftOf(workout);
    const { results } = await submit(deps, scope, [
      queued("today.start", { taskId }),
      draft.start(),
      queued("quick-log.skip", { taskId, reason: "BUSY" }),
      draft.submit(),
      queued("today.skip", { taskId, reason: "BUSY" }),
      queued("quick-log.complete-task", { taskId: scope.agenda.habit.id }),
    ]);
    expect(verdictsOf(results)).toEqual([
      "ACCEPTED",
      "ACCEPTED",
      "ACCEPTED",
      "ACCEPTED",
      "TASK_CLOSED",
      "ACCEPTED",
    ]);
    expect(await taskOf(workout)).toEqual({
      status: "COMPLETED",
      revision: 4,
      lateEvidence: false,
    });
    expect(await sessionOf(draft.clientSessionId)).toMatchObject({ overtookSkip: true });
    const { count } = await tables(em.fork())
      .selectFrom("deferredOperation")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("relationshipId", "=", scope.relationshipId)
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });
});

describe("the verdict on a submit", () => {
  test("counts the first accepted one of a task; the second is in conflict, kept as sent", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const [one, two] = [draftOf(workout), draftOf(workout)];
    await submit(deps, scope, [one.submit()]);
    const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    const { results } = await submit(deps, other, [two.start(), two.submit([squats("one", 120)])]);
    expect(verdictsOf(results)).toEqual(["SESSION_ALREADY_SUBMITTED", "SESSION_ALREADY_SUBMITTED"]);
    expect(results[1]).toMatchObject({ status: "CONFLICT", category: "SUPERSEDED_ASSIGNMENT" });
    expect(await conflictsOf(two.clientSessionId)).toMatchObject([
      {
        kind: "SESSION_ALREADY_SUBMITTED",
        resolution: null,
        latestReceiptId: results[1]?.receiptId,
        content: { sets: [{ values: { weight: { value: 120 } } }] },
      },
    ]);
    await submit(deps, other, [two.op("workout.discard-session", { reason: null })]);
    expect(await conflictsOf(two.clientSessionId)).toMatchObject([
      { resolution: "DISCARD", content: null },
    ]);
  });

  test("of the same session on another phone accepts an equal one, and refuses a different one as already submitted", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const draft = draftOf(workout);
    await submit(deps, scope, [draft.submit()]);
    const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    const copy = draftOf(workout, draft.clientSessionId);
    const { results } = await submit(deps, other, [
      copy.submit(),
      copy.submit([squats("one", 70)]),
      copy.sets([squats("two")]),
    ]);
    expect(verdictsOf(results)).toEqual([
      "ACCEPTED",
      "SESSION_ALREADY_SUBMITTED",
      "SESSION_FOREIGN",
    ]);
  });

  test("is a conflict for a canceled task", async () => {
    const scope = await buildScope(em);
    const draft = draftOf(await putWorkout(em, scope, { task: { status: "CANCELED" } }));
    const { results } = await submit(deps, scope, [draft.submit()]);
    expect(verdictsOf(results)).toEqual(["TASK_CANCELED"]);
    expect(await conflictsOf(draft.clientSessionId)).toMatchObject([{ kind: "TASK_CANCELED" }]);
  });

  test("completes the replacement of a task that was replaced or never created, and sets the label", async () => {
    const scope = await buildScope(em);
    const present = await putWorkout(em, scope);
    const replaced = await putWorkout(em, scope, {
      task: { status: "SUPERSEDED" },
      supersededAt: new Date(),
    });
    const unmade = await putWorkout(em, scope, { task: null });
    const [one, two] = [draftOf(replaced), draftOf(unmade)];
    const { results } = await submit(deps, scope, [one.submit(), two.submit()]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await taskOf(present)).toMatchObject({ status: "COMPLETED" });
    expect(await sessionOf(one.clientSessionId)).toMatchObject({
      creditedTaskId: present.taskId,
      performedFrom: "SUPERSEDED_SNAPSHOT",
    });
    expect(await sessionOf(two.clientSessionId)).toMatchObject({ creditedTaskId: null });
  });

  test("is a conflict for a package that the coach stopped, and accepts one that was only replaced", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope, { supersededAt: new Date(), stopUse: true });
    const draft = draftOf(workout);
    const stopped = draft.submit();
    const { results } = await submit(deps, scope, [draft.sets([squats("one")]), stopped]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "SNAPSHOT_SUPERSEDED"]);
    expect(results[1]?.allowedResolutions).toEqual(["REFRESH", "RESUBMIT", "DISCARD"]);
    const fresh = await putPackage(em, scope, workout);
    const again = draftOf(fresh, draft.clientSessionId);
    const resubmitOf = stopped.clientOperationId;
    const sent = await submit(deps, scope, [again.submit(undefined, {}, { resubmitOf })]);
    expect(verdictsOf(sent.results)).toEqual(["ACCEPTED"]);
    expect(await conflictsOf(draft.clientSessionId)).toMatchObject([{ resolution: "RESUBMIT" }]);
  });

  test("on a day that closed meanwhile is accepted if it began before; otherwise it is trained and missed", async () => {
    const scope = await buildScope(em);
    const { localDate } = scope.agenda;
    const missed = { task: { status: "MISSED" } };
    const [early, late] = [
      await putWorkout(em, scope, missed),
      await putWorkout(em, scope, missed),
    ];
    await closeDay(scope.relationshipId, localDate, hoursAgo(1));
    const [one, two] = [draftOf(early), draftOf(late)];
    const { results } = await submit(deps, scope, [
      one.submit(undefined, { startedAt: hoursAgo(2).toISOString() }),
      two.submit(undefined, { startedAt: hoursAgo(0.5).toISOString() }),
    ]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await taskOf(early)).toMatchObject({ status: "COMPLETED", lateEvidence: true });
    expect(await taskOf(late)).toMatchObject({ status: "MISSED" });
    expect(await sessionOf(two.clientSessionId)).toMatchObject({
      performedFrom: "EXPIRED_SNAPSHOT",
      creditedTaskId: null,
    });
  });
});

describe("a correction", () => {
  test("changes sets of a submitted session, of higher revisions only", async () => {
    const scope = await buildScope(em);
    const draft = draftOf(await putWorkout(em, scope));
    const correct = (value: number, clientRevision: number) =>
      draft.op("workout.correct-session", { sets: [squats("one", value)], clientRevision });
    const { results } = await submit(deps, scope, [
      draft.submit([squats("one"), squats("two")]),
      correct(105, 5),
      correct(107, 4),
      draft.op("workout.correct-session", {
        sets: [{ setKey: "two", removed: true }],
        clientRevision: 6,
      }),
    ]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED", "STALE_REVISION", "ACCEPTED"]);
    expect(await sessionOf(draft.clientSessionId)).toMatchObject({
      frozenRevision: 6,
      content: { sets: [{ setKey: "one", values: { weight: { value: 105 } } }] },
    });
    // The later corrections do not name the refused one.
    expect(await conflictsOf(draft.clientSessionId)).toMatchObject([
      { kind: "STALE_REVISION", resolution: null, content: { clientRevision: 4 } },
    ]);
  });

  test("is closed at the end of the local day of acceptance, by the server's clock", async () => {
    const scope = await buildScope(em);
    const draft = draftOf(await putWorkout(em, scope));
    await submit(deps, scope, [draft.submit()]);
    await tables(em.fork())
      .updateTable("workoutSession")
      .set({ correctableUntil: new Date() })
      .where("clientSessionId", "=", draft.clientSessionId)
      .execute();
    const { results } = await submit(deps, scope, [
      draft.op("workout.correct-session", { sets: [squats("one", 1)] }),
      draft.submit([squats("one", 1)]),
    ]);
    expect(verdictsOf(results)).toEqual(["CORRECTION_CLOSED", "CORRECTION_CLOSED"]);
  });

  test("of a session that was not submitted, or is in conflict, is refused", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const [winner, loser] = [draftOf(workout), draftOf(workout)];
    await submit(deps, scope, [loser.start(), winner.submit(), loser.submit()]);
    const { results } = await submit(deps, scope, [
      loser.op("workout.correct-session", { sets: [squats("one", 1)] }),
    ]);
    expect(verdictsOf(results)).toEqual(["SESSION_NOT_SUBMITTED"]);
  });
});

test("a session id of another client is unknown here", async () => {
  const [mine, theirs] = [await buildScope(em), await buildScope(em)];
  const id = newId();
  await submit(deps, theirs, [draftOf(await putWorkout(em, theirs), id).submit()]);
  const { results } = await submit(deps, mine, [draftOf(await putWorkout(em, mine), id).submit()]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
});
