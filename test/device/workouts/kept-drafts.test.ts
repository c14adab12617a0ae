import { expect, test } from "@jest/globals";
import type { Workouts } from "../../../device/workouts/types.ts";
import { firstScope, tap } from "../../factories/device/device-world.ts";
import { success } from "../../factories/device/fake-api.ts";
import { typedSet } from "../../factories/device/training-phone.ts";
import { makeWorkoutWorld, type WorkoutWorld } from "../../factories/device/fake-workouts.ts";

test("A draft that is still on the phone after 200 days stays accepted, because its operations stay with it", async () => {
  const { fake, draftId } = await submittedDraft([]);
  await readOn(fake, "2026-01-05");
  const workouts = await readOn(fake, "2026-07-24");

  expect((await workouts.draft({ draftId }))?.status).toBe("ACCEPTED");
});

test("A draft whose first submit was refused is deleted 30 days after the accepted one", async () => {
  const { fake, draftId } = await submittedDraft(["workout.submit-session"]);
  await readOn(fake, "2026-01-05");
  await readOn(fake, "2026-02-20");
  await (await firstScope(await fake.world.open())).enqueue(tap("later"));
  await sent(fake);
  await readOn(fake, "2026-02-20");
  const workouts = await readOn(fake, "2026-02-20");

  expect(await workouts.draft({ draftId })).toBeNull();
});

test("A submit replaces the refused submit, although the server refused an exercise after it", async () => {
  const { fake } = await submittedDraft(["workout.submit-session", "workout.upsert-exercise"]);

  expect(
    await fake.world.rows(
      "select client_operation_id as id, resubmit_of as replaces from sync_operation where operation_type = 'workout.submit-session' order by local_sequence",
    ),
  ).toEqual([
    { id: "submit-1", replaces: null },
    { id: "submit-2", replaces: "submit-1" },
  ]);
});

test("Sets that are ticked all at once are predicted as CONFIRMATION_REQUIRED until the person has confirmed them", async () => {
  const fake = await makeWorkoutWorld();
  const workouts = await fake.open();
  const started = await workouts.start({ taskId: "018f0000-0000-7000-8000-0000000000e1" });
  const draftId = started.kind === "STARTED" ? started.draftId : "";
  const sets = [{ ...typedSet("squat-1", "squat"), source: "BULK_ACTION" } as const];

  const unconfirmed = await workouts.recordSets({ draftId, sets });
  const confirmed = await workouts.recordSets({ draftId, sets, confirmed: true });

  expect(unconfirmed).toMatchObject({
    kind: "DONE",
    prediction: { kind: "REFUSED", code: "CONFIRMATION_REQUIRED" },
  });
  // The day of this world has no task, so that only the content of the sets is judged.
  expect(confirmed).toMatchObject({ kind: "DONE", prediction: { kind: "UNSURE" } });
});

test("A page that wakes late replaces nothing newer in a draft, whether or not an operation reports the change", async () => {
  const fake = await makeWorkoutWorld();
  const workouts = await fake.open();
  const started = await workouts.start({ taskId: "018f0000-0000-7000-8000-0000000000e1" });
  const draftId = started.kind === "STARTED" ? started.draftId : "";
  const seen = await workouts.draft({ draftId });
  const { revision: seenRevision = 0, guideRevision: seenGuideRevision = 0 } = seen ?? {};
  const older = { draftId, note: "Older", seenRevision };
  const moved = { draftId, position: "squat-1", comeBack: [], seenGuideRevision };
  const pull = { draftId, exerciseKey: "pull", reason: null, note: null };
  const first = [await workouts.writeNote(older), await workouts.guide(moved)];
  const repeated = [await workouts.writeNote(older), await workouts.guide(moved)];
  await workouts.writeNote({ draftId, note: "Newer" });
  await workouts.guide({ draftId, position: "squat-2", comeBack: [] });
  await workouts.skipExercise(pull);

  const late = [
    await workouts.writeNote(older),
    await workouts.guide(moved),
    await workouts.resumeExercise({ ...pull, seenRevision }),
    await workouts.recordExercise({ ...pull, order: null, note: "Older", seenRevision }),
  ];
  const shown = await workouts.draft({ draftId });

  expect([...first, ...repeated].map(({ kind }) => kind)).toEqual(["DONE", "DONE", "DONE", "DONE"]);
  expect(late).toEqual(late.map(() => ({ kind: "STALE", draft: shown })));
  expect(shown).toMatchObject({ note: "Newer", guide: { position: "squat-2" } });
  expect(shown?.exercises.find(({ exerciseKey }) => exerciseKey === "pull")).toMatchObject({
    skip: { reason: null },
    note: null,
  });
});

/** A draft whose last submit is accepted. The server refuses the first operation of each type that is named. */
async function submittedDraft(refused: readonly string[]) {
  const fake = await makeWorkoutWorld();
  const { world } = fake;
  const left = new Set(refused);
  world.api.judge = ({ operationType }) =>
    left.delete(operationType) ? "TASK_CLOSED" : "ACCEPTED";
  let workouts = await fake.open();
  const started = await workouts.start({ taskId: "018f0000-0000-7000-8000-0000000000e1" });
  const draftId = started.kind === "STARTED" ? started.draftId : "";
  if (refused.length > 0) {
    await workouts.submit({ draftId, callId: "submit-1" });
    workouts = await sent(fake);
    await workouts.recordExercise({ draftId, exerciseKey: "pull", note: "Slow", order: null });
    workouts = await sent(fake);
  }
  await workouts.submit({ draftId, callId: "submit-2" });
  await sent(fake);
  return { fake, draftId };
}

async function sent({ world }: WorkoutWorld): Promise<Workouts> {
  const device = await world.open();
  await device.sync();
  return await (await firstScope(device)).part("workouts");
}

/** Reads the scope on a day of the server, which stays. */
async function readOn(fake: WorkoutWorld, day: string): Promise<Workouts> {
  const { intercept } = fake.world;
  fake.world.intercept = (request) =>
    request.method === "GET" && request.path.split("?")[0]?.endsWith("/sync") === true
      ? success(
          { serverCursor: "cursor", scopeState: "ACTIVE", changes: [] },
          `${day}T08:00:00.000Z`,
        )
      : intercept(request);
  return await fake.open();
}
