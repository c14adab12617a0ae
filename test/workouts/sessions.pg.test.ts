import { describe, expect, test } from "@jest/globals";
import { newId } from "../../db/platform/new-id.ts";
import { tables } from "../../db/tables.ts";
import { buildScope, queued, submit } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { useAdmission } from "../factories/sync/use-admission.ts";
import { sessionOf, taskOf } from "../factories/workouts/stored-sessions.ts";
import { conflictsOf } from "../factories/workouts/workout-conflicts.ts";

const { em, deps } = await useAdmission();

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
    const session = await sessionOf(em, draft.clientSessionId);
    const [began, ended] = [session?.startedAt, session?.finishedAt];
    expect(Number(began) - Number(ended)).toBe(3_600_000);
    expect(await taskOf(em, workout)).toMatchObject({ status: "COMPLETED" });
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
    expect(await taskOf(em, workout)).toMatchObject({ status: "COMPLETED", revision: 3 });
    const session = await sessionOf(em, draft.clientSessionId);
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
    expect(await taskOf(em, workout)).toMatchObject({ status: "PENDING", revision: 1 });
    expect(await sessionOf(em, draft.clientSessionId)).toMatchObject({ status: "IN_PROGRESS" });
  });

  test("sent again has the same receipt; submitted again with the same content it changes nothing", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const draft = draftOf(workout);
    const first = draft.submit();
    const [before] = (await submit(deps, scope, [first])).results;
    const [replayed] = (await submit(deps, scope, [first])).results;
    expect(replayed).toMatchObject({ status: "ALREADY_ACCEPTED", receiptId: before?.receiptId });
    const session = await sessionOf(em, draft.clientSessionId);
    const again = await submit(deps, scope, [draft.submit()]);
    expect(verdictsOf(again.results)).toEqual(["ACCEPTED"]);
    expect(await sessionOf(em, draft.clientSessionId)).toEqual(session);
  });

  test("that is discarded returns its task to waiting, unless another session of it is open", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const [one, two] = [draftOf(workout), draftOf(workout)];
    await submit(deps, scope, [one.start(), two.start()]);
    await submit(deps, scope, [one.op("workout.discard-session", { reason: null })]);
    expect(await taskOf(em, workout)).toMatchObject({ status: "IN_PROGRESS" });
    await submit(deps, scope, [two.op("workout.discard-session", { reason: "Wrong day" })]);
    expect(await taskOf(em, workout)).toMatchObject({ status: "PENDING", revision: 3 });
    const { results } = await submit(deps, scope, [two.submit()]);
    expect(verdictsOf(results)).toEqual(["SESSION_DISCARDED"]);
    expect(await conflictsOf(em, two.clientSessionId)).toEqual([]);
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
    expect(await taskOf(em, workout)).toEqual({
      status: "COMPLETED",
      revision: 4,
      lateEvidence: false,
    });
    expect(await sessionOf(em, draft.clientSessionId)).toMatchObject({ overtookSkip: true });
    const { count } = await tables(em.fork())
      .selectFrom("deferredOperation")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("relationshipId", "=", scope.relationshipId)
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });
});

test("a session id of another client is unknown here", async () => {
  const [mine, theirs] = [await buildScope(em), await buildScope(em)];
  const id = newId();
  await submit(deps, theirs, [draftOf(await putWorkout(em, theirs), id).submit()]);
  const { results } = await submit(deps, mine, [draftOf(await putWorkout(em, mine), id).submit()]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
});
