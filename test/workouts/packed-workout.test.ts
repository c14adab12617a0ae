import { describe, expect, test } from "@jest/globals";
import { programDaySchema } from "../../contract/agenda/program-day/schema.ts";
import { comparePackages } from "../../rules/workouts/compare-packages.ts";
import { offerEndsAt } from "../../rules/workouts/offer-ends-at.ts";
import { setInputsOf } from "../../rules/workouts/set-inputs.ts";

const HOUR_MS = 3_600_000;

describe("the end of a session's offer (spec 1, offline workout records: cachePolicy)", () => {
  test("is the end of the day of grace, by the clocks of the relationship", () => {
    expect(offerEndsAt("2026-01-05", "Europe/Berlin")).toEqual(
      new Date("2026-01-06T23:00:00.000Z"),
    );
  });

  test("comes an hour sooner where the clocks go forward, and an hour later where they go back", () => {
    const beginsAt = (at: string) => Date.parse(at);
    // On 29 March 2026 Berlin has 23 hours, on 25 October 25.
    expect(offerEndsAt("2026-03-28", "Europe/Berlin").getTime()).toBe(
      beginsAt("2026-03-27T23:00:00Z") + 47 * HOUR_MS,
    );
    expect(offerEndsAt("2026-10-24", "Europe/Berlin").getTime()).toBe(
      beginsAt("2026-10-23T22:00:00Z") + 49 * HOUR_MS,
    );
  });

  test("is never sooner than 22 hours after its own day", () => {
    // Samoa skipped 30 December 2011.
    const endsAt = new Date("2011-12-30T10:00:00.000Z");
    expect(offerEndsAt("2011-12-29", "Pacific/Apia").getTime()).toBeGreaterThanOrEqual(
      endsAt.getTime() + 22 * HOUR_MS,
    );
  });
});

describe("the fields of a set (spec 1, allowed quick actions: workout)", () => {
  const inputs = (changes: object) => {
    const exercise = { exerciseKey: "one", name: "One", sets: [{}], ...changes };
    const day = programDaySchema.parse({ dayNumber: 1, title: "Day", exercises: [exercise] });
    return setInputsOf(day)[0]?.inputs ?? [];
  };

  test.each([
    ["WEIGHT_REPS", ["weight", "reps"]],
    ["REPS", ["reps"]],
    ["SECONDS", ["seconds"]],
    ["METRES_SECONDS", ["metres", "seconds"]],
  ])("for %s are %j, with exertion where it is required", (modality, keys) => {
    expect(inputs({ modality }).map(({ key }) => key)).toEqual(keys);
    const offered = inputs({ modality, asksRpe: true, asksRir: true });
    expect(offered.map(({ key }) => key)).toEqual([...keys, "rpe", "rir"]);
    expect(offered.every(({ required }) => required)).toBe(true);
  });

  test("have bounds: a load in kg or lb, exertion in steps of 0.5", () => {
    const [weight, , rpe] = inputs({ asksRpe: true });
    expect(weight).toMatchObject({ units: ["kg", "lb"], min: 0, max: 1_000 });
    expect(rpe).toEqual({ key: "rpe", min: 1, max: 10, step: 0.5, required: true });
  });
});

describe("the update of packages (docs/rooms/workouts.md#packages)", () => {
  const wanted = [
    { taskId: "same", packageChecksum: "a" },
    { taskId: "other", packageChecksum: "b" },
    { taskId: "new", packageChecksum: "c" },
  ];
  const cachedPackage = (
    taskId: string,
    packageChecksum: string,
    taskStatus: "COMPLETED" | "CANCELED" | null,
  ) => ({
    id: `${taskId}-${packageChecksum}`,
    taskId,
    packageChecksum,
    taskStatus,
  });

  test("keeps correct ones, replaces the others, and removes those whose task was withdrawn", () => {
    const { gone, missing } = comparePackages(wanted, [
      cachedPackage("same", "a", null),
      cachedPackage("other", "a", null),
      cachedPackage("done", "d", "COMPLETED"),
      cachedPackage("canceled", "e", "CANCELED"),
      cachedPackage("never made", "f", null),
    ]);
    expect(gone.map(({ taskId }) => taskId)).toEqual(["other", "canceled", "never made"]);
    expect(missing.map(({ taskId }) => taskId)).toEqual(["other", "new"]);
  });
});
