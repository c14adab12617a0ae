import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { SessionContent } from "../../contract/workouts/session-content.ts";
import { TASK_STATUSES } from "../../contract/agenda/vocabulary.ts";
import type { SetValues } from "../../contract/workouts/session-schema.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import {
  EMPTY_CONTENT,
  frozenContent,
  hasEqualContent,
  withExercise,
  withSets,
} from "../../rules/workouts/conflicts/merge-draft.ts";
import {
  estimatedGrams,
  gramsOf,
  isDone,
  sessionResults,
} from "../../rules/workouts/session-results.ts";
import { exerciseFinder, judgeSets } from "../../rules/workouts/judge-sets.ts";
import { reportedSkips } from "../../rules/workouts/reported-skips.ts";
import { SUBMIT_MEETS } from "../../rules/workouts/conflicts/submit-meets.ts";
import { LEG_DAY, squats } from "../factories/workouts/workouts.ts";

const reported = fc.record({
  key: fc.constantFrom("a", "b", "c"),
  revision: fc.integer({ min: 1, max: 30 }),
  value: fc.integer({ min: 1, max: 500 }),
});
/** Each key has one value per revision: a phone gives each change its own revision. */
const history = fc.uniqueArray(reported, { selector: ({ key, revision }) => `${key}/${revision}` });

describe("a draft (docs/rooms/workouts.md#drafts)", () => {
  test("is the same in whatever order and however often its changes arrive", () => {
    fc.assert(
      fc.property(history, fc.integer(), (all, seed) => {
        const shuffled = all.toSorted(
          (one, other) => ((one.revision * 31 + seed) % 7) - ((other.revision * 31 + seed) % 7),
        );
        expect(merged([...shuffled, ...all])).toEqual(merged(all));
      }),
    );
  });

  test("contains for each key the value of its highest revision", () => {
    fc.assert(
      fc.property(history, (all) => {
        for (const { setKey, values, toldAt } of merged(all).sets) {
          const own = all.filter(({ key }) => key === setKey);
          const newest = Math.max(...own.map(({ revision }) => revision));
          expect(toldAt).toBe(newest);
          expect(values.weight?.value).toBe(own.find(({ revision }) => revision === newest)?.value);
        }
      }),
    );
  });

  test("keeps changes to different parts of an exercise apart", () => {
    const skipped = withExercise(
      EMPTY_CONTENT,
      "pull",
      { part: "skip", skip: { reason: "BUSY", note: null } },
      2,
    );
    const noted = withExercise(skipped, "pull", { part: "note", note: "Sore", order: 1 }, 3);
    const late = withExercise(noted, "pull", { part: "skip", skip: null }, 1);
    expect(late.exercises).toMatchObject([{ skip: { reason: "BUSY" }, note: "Sore", order: 1 }]);
  });

  test("is frozen to the same content at any revision, and in any order of its sets", () => {
    const frozen = (sets: readonly ReturnType<typeof squats>[], frozenRevision: number) =>
      frozenContent({ note: null, exercises: [], sets: [...sets], frozenRevision });
    const [one, two] = [squats("a"), squats("b")];
    expect(hasEqualContent(frozen([one, two], 1), frozen([two, one], 9))).toBe(true);
    expect(hasEqualContent(frozen([one], 1), frozen([two], 1))).toBe(false);
  });
});

describe("results (docs/rooms/workouts.md#results)", () => {
  test("exclude failed sets: no repetitions, no seconds or no metres", () => {
    const set = (exerciseKey: string, values: SetValues) => ({
      ...squats(`${exerciseKey}-${JSON.stringify(values)}`),
      exerciseKey,
      values,
      toldAt: 1,
    });
    const kg = (value: number) => ({ value, unit: "kg" as const });
    const sets = [
      set("squat", { weight: kg(100), reps: 5, rpe: 8 }),
      set("squat", { weight: kg(200), reps: 0, rpe: 10 }),
      set("pull", { reps: 0 }),
      set("plank", { seconds: 0 }),
      set("run", { metres: 0, seconds: 600 }),
    ];
    expect(sessionResults(LEG_DAY, { ...EMPTY_CONTENT, sets })).toMatchObject([
      { exerciseKey: "squat", heaviestGrams: 100_000, mostRepetitions: 5 },
    ]);
    expect(sets.filter(isDone)).toHaveLength(1);
    expect(judgeSets(exerciseFinder(LEG_DAY), { sets, confirmed: false })).toBeNull();
  });

  test("count repetitions without a weight as bodyweight repetitions", () => {
    const values = { weight: { value: 0, unit: "kg" as const }, reps: 12, rpe: 8 };
    const sets = [{ ...squats("one", 0, { values }), toldAt: 1 }];
    expect(sessionResults(LEG_DAY, { ...EMPTY_CONTENT, sets })).toMatchObject([
      { heaviestGrams: 0, mostRepetitions: 12, estimatedGrams: 0 },
    ]);
  });

  const load = fc.integer({ min: 0, max: 1_000 });

  test("are the highest of the completed sets, whatever their order", () => {
    fc.assert(
      fc.property(fc.array(load, { minLength: 1, maxLength: 20 }), (loads) => {
        const sets = loads.map((value, at) => ({ ...squats(`${at}`, value), toldAt: 1 }));
        const planned = { ...squats("planned", 1_000), completed: false, toldAt: 1 };
        const [result] = sessionResults(LEG_DAY, { ...EMPTY_CONTENT, sets: [...sets, planned] });
        expect(result?.heaviestGrams).toBe(Math.max(...loads) * 1_000);
        expect(result?.mostRepetitions).toBe(5);
      }),
    );
  });

  test("keep pounds as they were typed, and estimate up to 12 repetitions", () => {
    const lifted = (reps: number) => ({ weight: { value: 100, unit: "kg" as const }, reps });
    expect(gramsOf({ weight: { value: 220, unit: "lb" } })).toBe(99_790);
    expect([1, 5, 12, 13].map((reps) => estimatedGrams(lifted(reps)))).toEqual([
      100_000,
      116_667,
      140_000,
      null,
    ]);
  });

  test("belong to the alternative that was done, by its name if it is not in the library", () => {
    const sets = [{ ...squats("a"), toldAt: 1 }];
    const chosen = withExercise(
      EMPTY_CONTENT,
      "squat",
      { part: "alternative", alternativeKey: "press" },
      1,
    );
    expect(sessionResults(LEG_DAY, { ...chosen, sets })).toMatchObject([{ identity: "leg press" }]);
  });
});

test("skipped exercises are reported once for each reason, which has a note if any of them has one", () => {
  const exercise = (exerciseKey: string, reason: SkipReason, note: string | null = null) => ({
    exerciseKey,
    order: null,
    note: null,
    alternativeKey: null,
    skip: { reason, note },
    toldAt: { note: 1, skip: 1, alternative: 1 },
  });
  const exercises = [
    exercise("a", "CONFUSED"),
    exercise("b", "PAIN_OR_INJURY"),
    exercise("c", "BUSY"),
    exercise("d", "CONFUSED", "Which grip?"),
  ];
  const content = { ...EMPTY_CONTENT, exercises };
  const named = { relationshipId: "r", taskId: "t", localDate: "2026-01-05" };
  expect(reportedSkips({ ...named, content })).toEqual([
    { ...named, reason: "PAIN_OR_INJURY", hasNote: false },
    { ...named, reason: "CONFUSED", hasNote: true },
    { ...named, reason: "BUSY", hasNote: false },
  ]);
});

test("the verdict on a submit is defined for every status, and for a task that was never created", () => {
  expect(Object.keys(SUBMIT_MEETS).toSorted()).toEqual([...TASK_STATUSES, "NONE"].toSorted());
});

function merged(all: readonly { key: string; revision: number; value: number }[]): SessionContent {
  return all.reduce(
    (content, { key, revision, value }) => withSets(content, [squats(key, value)], revision),
    EMPTY_CONTENT,
  );
}
