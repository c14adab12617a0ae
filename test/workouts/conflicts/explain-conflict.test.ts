import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { RefusedDraft } from "../../../contract/workouts/conflict-schema.ts";
import type { WorkoutSnapshotContent } from "../../../contract/workouts/package-schema.ts";
import type { LoggedExercise, LoggedSet } from "../../../contract/workouts/session-schema.ts";
import { CONFLICT_KINDS, CONFLICT_OPTIONS } from "../../../contract/workouts/session-vocabulary.ts";
import { explainConflict } from "../../../rules/workouts/conflicts/explain-conflict.ts";
import { judgeResolution } from "../../../rules/workouts/conflicts/judge-resolution.ts";
import { frozenContent } from "../../../rules/workouts/conflicts/merge-draft.ts";
import { LEG_DAY, squats } from "../../factories/workouts/workouts.ts";

const NOTHING = { counted: null, offered: null, trained: null };
const keys = ["a", "b", "c", "d"];

const drawnSets = fc
  .uniqueArray(fc.record({ setKey: fc.constantFrom(...keys), value: fc.constantFrom(50, 60) }), {
    selector: ({ setKey }) => setKey,
  })
  .map((all) => all.map(({ setKey, value }): LoggedSet => squats(setKey, value)));
const drawnExercises = fc
  .uniqueArray(
    fc.record({
      exerciseKey: fc.constantFrom("squat", "pull", "run"),
      note: fc.constantFrom("Deep", null),
    }),
    { selector: ({ exerciseKey }) => exerciseKey },
  )
  .map((all) =>
    all.map((one): LoggedExercise => ({ order: null, skip: null, alternativeKey: null, ...one })),
  );
const drawn = fc.record({ sets: drawnSets, exercises: drawnExercises });

const drawnWorkout = fc.subarray(LEG_DAY.day.exercises, { minLength: 1 }).chain((exercises) =>
  fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }).map((harder): WorkoutSnapshotContent => ({
    ...LEG_DAY,
    day: {
      ...LEG_DAY.day,
      exercises: exercises.map((one, at) =>
        harder[at] === true ? { ...one, restSeconds: 90 } : one,
      ),
    },
  })),
);
const turned = {
  ONLY_IN_DRAFT: "ONLY_ON_SERVER",
  ONLY_ON_SERVER: "ONLY_IN_DRAFT",
  CHANGED: "CHANGED",
};

describe("an explanation (docs/rooms/workouts.md#conflicts)", () => {
  test("names nothing for equal content", () => {
    fc.assert(
      fc.property(drawn, (session) => {
        const { exercises, sets } = explainConflict(session, {
          ...NOTHING,
          counted: frozen(session),
        });
        expect([...exercises, ...sets]).toEqual([]);
      }),
    );
  });

  test("names each set and exercise that differs, and no other; reversed it says the opposite", () => {
    fc.assert(
      fc.property(drawn, drawn, (one, other) => {
        const there = explainConflict(one, { ...NOTHING, counted: frozen(other) });
        const back = explainConflict(other, { ...NOTHING, counted: frozen(one) });
        expect(back.sets).toEqual(
          there.sets.map((set) => ({ ...set, difference: turned[set.difference] })),
        );
        expect(back.exercises).toEqual(
          there.exercises.map((set) => ({ ...set, difference: turned[set.difference] })),
        );
        const textOf = (sets: readonly LoggedSet[], key: string) =>
          JSON.stringify(sets.find(({ setKey }) => setKey === key) ?? null);
        const differing = keys.filter((key) => textOf(one.sets, key) !== textOf(other.sets, key));
        expect(there.sets.map(({ setKey }) => setKey)).toEqual(differing);
      }),
    );
  });

  test("names for a correction only its own content", () => {
    const counted = frozen({ sets: [squats("a"), squats("b"), squats("c")], exercises: [] });
    const draft: RefusedDraft = {
      sets: [squats("a", 1), { setKey: "b", removed: true }, { setKey: "x", removed: true }],
    };
    expect(explainConflict(draft, { ...NOTHING, counted })).toEqual({
      comparedWith: "COUNTED_SESSION",
      exercises: [],
      sets: [
        { setKey: "a", exerciseKey: "squat", difference: "CHANGED" },
        { setKey: "b", exerciseKey: "squat", difference: "ONLY_ON_SERVER" },
      ],
      targets: [],
    });
  });

  test("compares with the present plan: exercises, targets, and sets that are no longer planned", () => {
    fc.assert(
      fc.property(drawnWorkout, drawnWorkout, (trained, offered) => {
        const sets = trained.day.exercises.map(({ exerciseKey }) =>
          squats(`set-${exerciseKey}`, 50, { exerciseKey }),
        );
        const found = explainConflict({ sets, exercises: [] }, { ...NOTHING, trained, offered });
        const offeredKeys = new Set(offered.day.exercises.map(({ exerciseKey }) => exerciseKey));
        const gone = trained.day.exercises.filter(
          ({ exerciseKey }) => !offeredKeys.has(exerciseKey),
        );
        expect(found.comparedWith).toBe("OFFERED_WORKOUT");
        expect(found.sets.map(({ exerciseKey }) => exerciseKey)).toEqual(
          gone.map(({ exerciseKey }) => exerciseKey),
        );
        const harder = (one: WorkoutSnapshotContent, key: string) =>
          one.day.exercises.find(({ exerciseKey }) => exerciseKey === key)?.restSeconds;
        expect(found.targets).toEqual(
          trained.day.exercises
            .filter(({ exerciseKey: key }) => offeredKeys.has(key))
            .filter(({ exerciseKey: key }) => harder(trained, key) !== harder(offered, key))
            .map(({ exerciseKey }) => ({ exerciseKey, parts: ["restSeconds"] })),
        );
      }),
    );
  });

  test("attributes everything to the draft if the plan has nothing of it", () => {
    const found = explainConflict({ sets: [squats("a")] }, { ...NOTHING, trained: LEG_DAY });
    expect(found).toMatchObject({
      comparedWith: "NOTHING",
      sets: [{ setKey: "a", difference: "ONLY_IN_DRAFT" }],
    });
    expect(found.exercises).toHaveLength(LEG_DAY.day.exercises.length);
  });
});

describe("the choices", () => {
  test("are data of each kind, and are returned with the refusal of any draft", () => {
    const conflict = {
      resolution: null,
      resolvedBy: null,
      clientSessionId: "draft",
      frozenRevision: 3,
    };
    for (const kind of CONFLICT_KINDS)
      for (const resolution of ["REFRESH", "RESUBMIT", "DISCARD"] as const)
        for (const frozenRevision of [2, 3, 4]) {
          const draft = { clientSessionId: "draft", frozenRevision };
          const verdict = judgeResolution(
            { ...conflict, kind },
            { resolution, draft, operationIds: ["one"] },
          );
          const allowed = CONFLICT_OPTIONS[kind];
          const faults = [
            ...(allowed.includes(resolution) ? [] : ["NOT_OFFERED"]),
            ...(frozenRevision < 3 ? ["OLDER_DRAFT"] : []),
            ...(resolution === "RESUBMIT" ? ["NOT_RESUBMITTED"] : []),
          ];
          const [fault] = faults;
          expect(verdict).toEqual(fault === undefined ? "DO" : { fault, allowed });
        }
  });
});

function frozen({ sets, exercises }: { sets: LoggedSet[]; exercises: LoggedExercise[] }) {
  return frozenContent({ note: null, sets, exercises, frozenRevision: 1 });
}
