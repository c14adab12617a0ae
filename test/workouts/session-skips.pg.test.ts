import { expect, test } from "@jest/globals";
import { listSkipsAround } from "../../db/quick-log/skips/queries.ts";
import { coachReviewHint } from "../../rules/quick-log/coach-review-hint.ts";
import { buildScope, queued, submit } from "../factories/sync/sync.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { useAdmission } from "../factories/sync/use-admission.ts";
import { eventTypesOf } from "../factories/workouts/stored-sessions.ts";

const { em, deps, settle } = await useAdmission();

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
  expect(await eventTypesOf(em, scope)).toEqual([
    "ClientSkipNeedsAttention",
    "ClientSkipNeedsAttention",
    "ClientSkipWithdrawn",
    "DailyTaskCompleted",
    "WorkoutSessionSubmitted",
  ]);
  await submit(deps, scope, [draft.submit([squats("one")], { exercises: [] })]);
  await settle(scope);
  expect(
    (await eventTypesOf(em, scope)).filter((type) => type === "ClientSkipWithdrawn"),
  ).toHaveLength(2);
});

test("a correction that reports pain, or adds a note to an obstacle, reaches the coach; sent again it does not", async () => {
  const scope = await buildScope(em);
  const draft = draftOf(await putWorkout(em, scope));
  const says = async (reason: string, note: string | null = null) => {
    const exercises = [{ exerciseKey: "pull", skip: { reason, ...(note !== null && { note }) } }];
    await submit(deps, scope, [draft.submit([squats("one")], { exercises })]);
    await settle(scope);
    return (await eventTypesOf(em, scope)).filter((type) => type === "ClientSkipNeedsAttention")
      .length;
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
    const eventTypes = await eventTypesOf(em, scope);
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
