import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { WEEKDAYS } from "../../contract/plans/vocabulary.ts";
import { dayAfter } from "../../rules/local-day.ts";
import { asksForTask, fallsOn, statusOn } from "../../rules/plans/falls-on.ts";
import { judgeAssignment } from "../../rules/plans/judge-assignment.ts";
import { anAssignedPlan } from "../factories/assigned-plan.ts";

const localDate = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function daysFrom(first: string, count: number): string[] {
  const days = [first];
  while (days.length < count) days.push(dayAfter(days.at(-1) ?? first));
  return days;
}

describe("recurrence", () => {
  test("a daily plan falls on every day", () => {
    fc.assert(fc.property(localDate, (day) => fallsOn({ kind: "DAILY" }, day)));
  });

  test("a plan of some weekdays falls on as many days of any seven", () => {
    fc.assert(
      fc.property(localDate, fc.subarray([...WEEKDAYS], { minLength: 1 }), (day, weekdays) => {
        const week = daysFrom(day, 7);
        const recurrence = { kind: "WEEKDAYS" as const, weekdays };
        expect(week.filter((each) => fallsOn(recurrence, each))).toHaveLength(weekdays.length);
      }),
    );
  });

  test("a Monday plan falls on Mondays", () => {
    const monday = { kind: "WEEKDAYS" as const, weekdays: ["MON" as const] };
    expect(fallsOn(monday, "2026-11-23")).toBe(true);
    expect(fallsOn(monday, "2026-11-24")).toBe(false);
  });
});

describe("an assignment", () => {
  const assigned = anAssignedPlan({ startDate: "2026-11-10", endDate: "2026-11-12" });

  test("asks for tasks from its first day to its last, both included", () => {
    const asked = daysFrom("2026-11-08", 7).filter((day) => asksForTask(assigned, day));
    expect(asked).toEqual(["2026-11-10", "2026-11-11", "2026-11-12"]);
  });

  test("past its last day it has ended, told or not", () => {
    expect(statusOn(assigned, "2026-11-12")).toBe("ACTIVE");
    expect(statusOn(assigned, "2026-11-13")).toBe("ENDED");
  });

  test("once ended it asks for nothing", () => {
    expect(asksForTask({ ...assigned, status: "ENDED" }, "2026-11-11")).toBe(false);
  });
});

describe("whether a plan may be assigned", () => {
  const free = {
    relationshipStatus: "ACTIVE",
    planStatus: "ACTIVE",
    planKind: "HABIT",
    blocks: { programs: false, nutrition: false },
    alreadyAssigned: false,
    endsBeforeStart: false,
  } as const;

  test.each([
    [free, null],
    [{ ...free, relationshipStatus: "ONBOARDING" } as const, null],
    [{ ...free, relationshipStatus: "PAUSED" } as const, "RELATIONSHIP_INACTIVE"],
    [{ ...free, relationshipStatus: "ENDED" } as const, "RELATIONSHIP_INACTIVE"],
    [{ ...free, planStatus: "ARCHIVED" } as const, "STATE_CONFLICT"],
    [{ ...free, alreadyAssigned: true }, "STATE_CONFLICT"],
    [{ ...free, endsBeforeStart: true }, "STATE_CONFLICT"],
  ])("%j is judged %s", (request, expected) => {
    expect(judgeAssignment(request)).toBe(expected);
  });

  const blocked = { ...free, blocks: { programs: true, nutrition: true } } as const;
  test.each([
    ["HABIT", null],
    ["MEAL", "ASSIGNMENT_BLOCKED"],
    ["SUPPLEMENT", "ASSIGNMENT_BLOCKED"],
  ] as const)("a %s plan while the questionnaire is skipped: %s", (planKind, expected) => {
    expect(judgeAssignment({ ...blocked, planKind })).toBe(expected);
    expect(judgeAssignment({ ...free, planKind })).toBeNull();
  });

  test("a paused relationship says so first", () => {
    const paused = { ...blocked, planKind: "MEAL", relationshipStatus: "PAUSED" } as const;
    expect(judgeAssignment(paused)).toBe("RELATIONSHIP_INACTIVE");
  });
});
