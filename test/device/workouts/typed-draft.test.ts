import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { checkLaw } from "../../../device/lanes/verdicts/check-law.ts";
import { makeWorkoutWorld } from "../../factories/device/fake-workouts.ts";
import {
  afterStep,
  anySteps,
  comparable,
  happen,
  NOTHING_TYPED,
  perform,
  type Step,
  typedIn,
} from "../../factories/device/typed-workout.ts";

test("Whatever is typed, and whenever the phone is killed, restarted or its clock changed, the draft is what was typed", async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const { typed, draft, submitted, revisions } = await play(steps);

      expect(comparable(typedIn(draft))).toEqual(comparable(typed));
      expect(submitted?.sets.map(({ setKey }) => setKey).toSorted()).toEqual(
        [...typed.sets.keys()].toSorted(),
      );
      expect(revisions).toEqual([...new Set(revisions)].toSorted((one, other) => one - other));
    }),
    { numRuns: 30 },
  );
});

/** Plays the steps against a phone, repeating each act that a kill interrupted, and submits. */
async function play(steps: readonly Step[]) {
  const fake = await makeWorkoutWorld();
  const { world } = fake;
  let workouts = await fake.open();
  const started = await workouts.start({ taskId: "018f0000-0000-7000-8000-0000000000e1" });
  const draftId = started.kind === "STARTED" ? started.draftId : "";
  let typed = NOTHING_TYPED;
  for (const [place, step] of steps.entries()) {
    happen(world, step);
    if (step.kind === "RESTART") workouts = await fake.open();
    const ids = { draftId, callId: `act-${place}` };
    try {
      await perform(workouts, step, ids);
    } catch {
      workouts = await fake.open();
      await perform(workouts, step, ids);
    }
    typed = afterStep(typed, step);
  }
  workouts = await fake.open();
  const draft = await workouts.draft({ draftId });
  await workouts.submit({ draftId, callId: "submit" });
  world.isOnline = true;
  const device = await world.open();
  await device.sync();
  const [scope] = await device.scopes();
  const operations = (await scope?.operations()) ?? [];
  expect(await checkLaw(world.disk.open(), scope?.scopeId ?? "")).toBeNull();
  return {
    typed,
    draft,
    submitted: payloadOf(operations.find((one) => one.clientOperationId === "submit")?.payload),
    revisions: operations.map(({ payload }) => Number(payload?.["clientRevision"])),
  };
}

function payloadOf(payload: unknown): { readonly sets: readonly { setKey: string }[] } | null {
  return typeof payload === "object" && payload !== null && "sets" in payload
    ? { sets: Array.isArray(payload.sets) ? payload.sets : [] }
    : null;
}
