import { describe, expect, test } from "@jest/globals";
import { newPlanContentSchema } from "../../../contract/plans/content-schema.ts";
import { Problem } from "../../../web/api/problem.ts";
import { draftBody } from "../../../web/plans/edit/draft-body.ts";
import { changeDraft, openHistory, undoDraft } from "../../../web/plans/edit/draft-history.ts";
import {
  draftProblems,
  fieldProblemText,
  placeOf,
  refusedParts,
} from "../../../web/plans/edit/draft-problems.ts";
import {
  inputKey,
  inputOfType,
  needsInput,
  newInput,
  withSetting,
} from "../../../web/plans/edit/parts/input-edits.ts";
import { withMoved } from "../../../web/plans/edit/list-edits.ts";
import {
  newExercise,
  withCopiedWeek,
  withDay,
  withOneMoreSet,
  withSameDays,
  withoutWeek,
} from "../../../web/plans/edit/program/program-edits.ts";
import { readSimpleRule, writeRule } from "../../../web/plans/edit/rule/simple-rule.ts";
import { consoleTexts } from "./console-texts.ts";

const squat = newExercise({ exerciseId: null, name: "Squat" }, "squat");
const day = (dayNumber: number, title = "Legs") => ({
  dayNumber,
  title,
  notes: null,
  exercises: [squat],
});
const habit = (title: string) =>
  newPlanContentSchema.parse({ kind: "HABIT", title, recurrence: { rrule: "FREQ=DAILY" } });

describe("undo in a draft", () => {
  test("typing on at one place is one step, and undo returns the saved content itself", () => {
    const saved = habit("A");
    const typed = changeDraft(
      changeDraft(openHistory(saved), habit("B"), "/title"),
      habit("BC"),
      "/title",
    );
    const further = changeDraft(typed, habit("D"), "/priority");
    expect([typed.past.length, further.past.length]).toEqual([1, 2]);
    expect(undoDraft(undoDraft(further)).content).toBe(saved);
    expect(undoDraft(openHistory(saved)).content).toBe(saved);
  });
});

describe("edits of a program", () => {
  test("an entry moves within its list and stops at the ends", () => {
    expect(withMoved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
    expect(withMoved(["a", "b", "c"], 2, 1)).toEqual(["a", "b", "c"]);
  });

  test("a day is added in its place, replaced, and made rest", () => {
    const weeks = withDay([{ days: [day(4)] }], { week: 1, day: 2 }, day(9, "New"));
    expect(weeks[0]?.days.map(({ dayNumber, title }) => [dayNumber, title])).toEqual([
      [2, "New"],
      [4, "Legs"],
    ]);
    expect(withDay(weeks, { week: 1, day: 4 }, null)[0]?.days).toHaveLength(1);
  });

  test("a week is copied behind itself, and the last one is not removed", () => {
    const weeks = [{ days: [day(1)] }, { days: [] }];
    expect(withCopiedWeek(weeks, 1).map(({ days }) => days.length)).toEqual([1, 1, 0]);
    expect(withoutWeek(withoutWeek(weeks, 1), 1)).toEqual([{ days: [] }]);
  });

  test("a change of one day is applied to every day with its title", () => {
    const changed = { ...day(1), exercises: [withOneMoreSet(squat)] };
    const weeks = withSameDays([{ days: [changed, day(2, "Arms")] }, { days: [day(5)] }], {
      week: 1,
      day: 1,
    });
    const sets = weeks.flatMap(({ days }) =>
      days.map(({ exercises }) => exercises[0]?.sets.length),
    );
    expect(sets).toEqual([2, 1, 2]);
    expect(weeks[1]?.days[0]?.dayNumber).toBe(5);
  });
});

describe("a rule as fields", () => {
  test("simple rules are read and written alike", () => {
    for (const rrule of [
      "FREQ=DAILY",
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=10",
      "FREQ=MONTHLY;UNTIL=20301231",
    ]) {
      const rule = readSimpleRule(rrule);
      expect(rule === null ? null : writeRule(rule)).toBe(rrule);
    }
  });

  test("a rule with more than the fields show is left as text", () => {
    for (const rrule of ["FREQ=MONTHLY;BYDAY=1MO", "FREQ=YEARLY", "FREQ=WEEKLY;WKST=SU", "x"])
      expect(readSimpleRule(rrule)).toBeNull();
  });
});

describe("problems of a draft", () => {
  test("a draft has the problems that the API would find, at the same pointers, in words", () => {
    const program = newPlanContentSchema.parse({
      kind: "PROGRAM",
      title: "P",
      weeks: [{ days: [day(3)] }],
    });
    if (program.kind !== "PROGRAM") throw new Error();
    const wrong = { ...squat, sets: squat.sets.map((set) => ({ ...set, repetitions: 0 })) };
    const content = {
      ...program,
      dueTime: "06:00",
      startTime: "07:00",
      weeks: [{ days: [{ ...day(3), exercises: [wrong] }] }],
    };
    const [first] = draftProblems(content);
    expect(first?.pointer).toBe("/weeks/0/days/0/exercises/0/sets/0/repetitions");
    expect(placeOf(content, first?.pointer ?? "")).toEqual({ week: 1, day: 3 });
    expect(placeOf(content, "/title")).toBeNull();
    const late = draftProblems({ ...program, dueTime: "06:00", startTime: "07:00" });
    expect(late.map((found) => fieldProblemText(found, consoleTexts("en")))).toEqual([
      "Due before it starts.",
    ]);
    expect(draftProblems(program)).toEqual([]);
  });

  test("refused parts of a save or a publication point into the content", () => {
    const part = (pointer: string) => ({ pointer, code: "unknown_exercise", message: "" });
    const error = new Problem({
      code: "VALIDATION_FAILED",
      status: 400,
      requestId: null,
      errors: [part("/draft/weeks/0"), part("/content"), part("/previewVersion")],
    });
    expect(refusedParts(error).map(({ pointer }) => pointer)).toEqual(["/weeks/0", ""]);
    expect(refusedParts(new Error("no answer"))).toEqual([]);
  });
});

describe("a draft as the API takes it", () => {
  test("every kind is sent as it was read", () => {
    const recurrence = { rrule: "FREQ=DAILY", exdates: [] };
    const contents = [
      { kind: "MEAL", title: "M", recurrence, items: [{ label: "Oats" }] },
      {
        kind: "REMINDER",
        title: "R",
        recurrence,
        items: [
          {
            label: "A",
            inputs: [{ key: "k", type: "choice", choices: ["1", "2"], required: true }],
          },
        ],
        snooze: { minutes: [10], most: 2 },
      },
      {
        kind: "MEASUREMENT",
        title: "W",
        recurrence,
        metrics: [{ type: "choice", metricKind: "MOOD", choices: ["good", "bad"] }],
      },
      { kind: "PHOTO", title: "F", recurrence, poses: ["Front"] },
    ];
    for (const content of contents) {
      const read = newPlanContentSchema.parse(content);
      expect(newPlanContentSchema.parse(draftBody(read))).toEqual(read);
    }
  });
});

describe("what ticking an item asks for", () => {
  const input = { key: "dose", type: "number", required: true, unit: "mg", min: 1 } as const;

  test("a new input has a name that no other has, and another type keeps the name only", () => {
    expect(newInput([]).key).toBe("value");
    expect(newInput([{ ...input, key: "value" }]).key).toBe("value_2");
    expect(inputOfType(input, "text")).toEqual({ key: "dose", type: "text", required: true });
    expect(inputOfType(input, "choice").choices).toHaveLength(2);
  });

  test("a typed name becomes one that the API takes", () => {
    expect(inputKey("Größe in cm")).toBe("Grosse_in_cm");
    expect(inputKey("Dosis é")).toBe("Dosis_e");
    expect(inputKey("x".repeat(80))).toHaveLength(64);
  });

  test("a unit or a bound that is emptied is left out, and the draft then passes the schema", () => {
    const bare = withSetting(withSetting(input, "unit", null), "min", null);
    expect(bare).toEqual({ key: "dose", type: "number", required: true });
    expect(withSetting(bare, "max", 5).max).toBe(5);
    const item = { label: "Iron", amount: null, bulkEligible: true };
    const meal = (inputs: readonly (typeof bare)[]) =>
      draftProblems(
        newPlanContentSchema.parse({
          kind: "MEAL",
          title: "Supplements",
          recurrence: { rrule: "FREQ=DAILY" },
          items: [{ ...item, inputs }],
        }),
      );
    expect(meal([bare, newInput([bare])])).toEqual([]);
    expect([
      needsInput([bare]),
      needsInput([{ ...bare, required: false }]),
      needsInput([]),
    ]).toEqual([true, false, false]);
  });
});
