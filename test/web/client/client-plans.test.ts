import { describe, expect, test } from "@jest/globals";
import { planContentSchema } from "../../../contract/plans/content-schema.ts";
import { actsOnPlan } from "../../../web/client/plans/plan-acts.ts";
import { programDays } from "../../../web/client/plans/program-days.ts";

const trained = (dayNumber: number) => ({
  dayNumber,
  title: "Legs",
  exercises: [{ exerciseKey: "squat", name: "Squat", sets: [{ repetitions: 5 }] }],
});
const WEEK = { days: [trained(5), trained(1), trained(3)] };
const PROGRAM = planContentSchema.parse({
  kind: "PROGRAM",
  title: "Strength",
  weeks: [WEEK, WEEK],
});

const running = { status: "ACTIVE", followsNewer: true };
const paused = { status: "PAUSED", followsNewer: true };

describe("the acts that a client's page offers on a plan", () => {
  test("a running plan is paused, replaced or ended; one that keeps its revision can follow", () => {
    expect(actsOnPlan(running, "ACTIVE")).toEqual(["PAUSE", "REPLACE", "END"]);
    expect(actsOnPlan({ ...running, followsNewer: false }, "ONBOARDING")).toEqual([
      "PAUSE",
      "REPLACE",
      "FOLLOW",
      "END",
    ]);
  });

  test("a paused plan is resumed, not paused again", () => {
    expect(actsOnPlan(paused, "ACTIVE")).toEqual(["RESUME", "REPLACE", "END"]);
  });

  test("while the coaching pauses, no plan is resumed or replaced, because the API refuses both", () => {
    expect(actsOnPlan(running, "PAUSED")).toEqual(["PAUSE", "END"]);
    expect(actsOnPlan(paused, "PAUSED")).toEqual(["END"]);
  });

  test("nothing is offered on a plan that is over, of an ended coaching, or of an unknown status", () => {
    expect(actsOnPlan({ ...running, status: "ENDED" }, "ACTIVE")).toEqual([]);
    expect(actsOnPlan({ ...running, status: "SUPERSEDED" }, "ACTIVE")).toEqual([]);
    expect(actsOnPlan({ ...running, status: "LATER_WORD" }, "ACTIVE")).toEqual([]);
    expect(actsOnPlan(running, "ENDED")).toEqual([]);
  });
});

describe("the days with which a program can continue", () => {
  test("each training day has the number by which the API counts, rest days included", () => {
    const days = programDays(PROGRAM);
    expect(days.map(({ programDay, week, day }) => [programDay, week, day])).toEqual([
      [0, 1, 1],
      [2, 1, 3],
      [4, 1, 5],
      [7, 2, 1],
      [9, 2, 3],
      [11, 2, 5],
    ]);
    expect(days[0]?.title).toBe("Legs");
  });

  test("a plan without weeks, and one whose content was not read, has none", () => {
    expect(programDays({ kind: "A_LATER_KIND" })).toEqual([]);
    expect(programDays(null)).toEqual([]);
  });
});
