import { expect, test } from "@jest/globals";
import { firstScope } from "../../factories/device/device-world.ts";
import { makeWorkoutWorld } from "../../factories/device/fake-workouts.ts";
import { typedOf, typedSet } from "../../factories/device/training-phone.ts";

const TASK = "018f0000-0000-7000-8000-0000000000e1";

test.each(["Pacific/Auckland", "Pacific/Honolulu"])(
  "A person whose phone moves to %s in the middle of a workout keeps the day and the zone that it was planned in, and each set is sent once",
  async (timezone) => {
    const fake = await makeWorkoutWorld();
    const { world } = fake;
    const before = await fake.open();
    const started = await before.start({ taskId: TASK });
    const draftId = started.kind === "STARTED" ? started.draftId : "";
    world.isOnline = false;
    await before.recordSets({ draftId, sets: [typedSet("squat-1", "squat")] });
    const planned = (await before.list()).workouts;
    const half = await before.draft({ draftId });

    world.timezone = timezone;
    await before.recordSets({ draftId, sets: [typedSet("squat-2", "squat")] });
    // Most systems restart an app after a change of the zone.
    const device = await world.open();
    const scope = await firstScope(device);
    const after = await scope.part("workouts");
    await after.recordSets({ draftId, sets: [typedSet("pull-1", "pull")] });
    const whole = await after.draft({ draftId });
    const shown = (await after.list()).workouts;
    const day = await scope.today();
    await after.submit({ draftId });
    world.isOnline = true;
    await device.sync();

    const dayOf = ({ localDate, timezone: zone }: (typeof planned)[number]) => [localDate, zone];
    expect(shown.map(dayOf)).toEqual(planned.map(dayOf));
    expect(shown.map(dayOf)).toEqual([["2026-01-05", "Europe/Zurich"]]);
    expect(day).toMatchObject({ localDate: "2026-01-05", timezone: "Europe/Zurich" });
    expect(typedOf(whole)).toEqual(["squat-1", "squat-2", "pull-1"]);
    expect(whole?.exercises[0]?.sets[0]).toEqual(half?.exercises[0]?.sets[0]);
    const sent = world.api.batches.flatMap(({ operations }) => operations);
    const recorded = sent.flatMap(({ operationType, payload }) =>
      operationType === "workout.submit-session" ? [] : JSON.stringify(payload ?? null),
    );
    for (const key of ["squat-1", "squat-2", "pull-1"])
      expect(recorded.filter((text) => text.includes(`"setKey":"${key}"`))).toHaveLength(1);
    expect(new Set(sent.map(({ clientOperationId }) => clientOperationId)).size).toBe(sent.length);
  },
);
