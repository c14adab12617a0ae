import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { PlanContent } from "../../contract/plans/content-schema.ts";
import { addDays } from "../../rules/local-day.ts";
import { findEmptyPart, hasRunItsCourse } from "../../rules/plans/find-empty-part.ts";
import { pauseSpans } from "../../rules/plans/pause-spans.ts";
import { firstSpan, planDates, planFurther } from "../../rules/plans/plan-dates.ts";
import { habitContent } from "../factories/plans/assigned-plan.ts";
import { drawFrom } from "../factories/draw.ts";
import { programContent } from "../factories/plans/plan-acts.ts";
import { drawRule, MOST_DAYS } from "../factories/plans/random-rules.ts";

const TODAY = "2026-11-10";

describe("an assignment", () => {
  test.each([
    [
      "its first day, since which the rule's five years have passed",
      "FREQ=DAILY",
      "2019-01-01",
      null,
      "startDate",
    ],
    [
      "its first day, since which COUNT is used up",
      "FREQ=DAILY;COUNT=3",
      "2026-11-01",
      null,
      "startDate",
    ],
    ["its last day, which has passed", "FREQ=DAILY", "2026-11-01", "2026-11-09", "endDate"],
    [
      "its last day, before the first date of the rule",
      "FREQ=WEEKLY;BYDAY=FR",
      TODAY,
      "2026-11-12",
      "endDate",
    ],
    ["its plan, whose UNTIL has passed", "FREQ=DAILY;UNTIL=20261109", TODAY, null, "planId"],
    [
      "its plan, whose UNTIL comes before its first day",
      "FREQ=DAILY;UNTIL=20270101",
      "2027-02-01",
      null,
      "planId",
    ],
  ] as const)("is refused because of %s", (_name, rrule, startDate, endDate, part) => {
    expect(findEmptyPart({ content: habit(rrule), startDate, endDate }, TODAY)).toBe(part);
  });

  test("is refused because every date of its plan is excluded", () => {
    const content = habit("FREQ=DAILY;COUNT=2", [TODAY, "2026-11-11"]);
    expect(findEmptyPart({ content, startDate: TODAY, endDate: null }, TODAY)).toBe("planId");
  });

  test.each([
    ["creates a task today alone", "FREQ=DAILY", "2026-11-01", TODAY],
    [
      "creates its last task on the last day of five years",
      "FREQ=DAILY",
      addDays(TODAY, -MOST_DAYS),
      null,
    ],
    ["creates a task in four years", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2028-03-01", null],
  ] as const)("is accepted while it %s", (_name, rrule, startDate, endDate) => {
    expect(findEmptyPart({ content: habit(rrule), startDate, endDate }, TODAY)).toBeNull();
  });

  test("is refused exactly when no date is planned from the present day on", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: -2_500, max: 800 }),
        fc.option(fc.integer({ min: 0, max: 900 }), { nil: null }),
        (seed, ahead, length) => {
          const startDate = addDays(TODAY, ahead);
          const endDate = length === null ? null : addDays(startDate, length);
          const assigned = { content: habit(drawRule(drawFrom(seed))), startDate, endDate };
          const span = firstSpan("HABIT", { startDate, revision: 1 });
          let planned = planDates({ ...assigned, span }, TODAY, []);
          let asks = planned.plannedDates.length > 0;
          const end = addDays(startDate > TODAY ? startDate : TODAY, MOST_DAYS);
          for (let day = TODAY; !asks && day < end; day = addDays(day, 60)) {
            planned = planFurther({ ...assigned, span, ...planned }, day);
            asks = planned.plannedDates.some((date) => date >= TODAY);
          }
          expect(findEmptyPart(assigned, TODAY) === null).toBe(asks);
          expect(hasRunItsCourse({ ...assigned, spans: [span] }, TODAY)).toBe(!asks);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("an assignment is past its end", () => {
  const startDate = "2026-11-02";
  const pausedOn = (content: PlanContent, localDate: string) => {
    const span = firstSpan(content.kind, { startDate, revision: 1 });
    return { content, startDate, endDate: null, spans: pauseSpans([span], localDate) };
  };

  test("while it is paused, if its rule has no date left", () => {
    const content = habit("FREQ=DAILY;COUNT=5");
    expect(hasRunItsCourse(pausedOn(content, "2026-11-04"), "2026-11-06")).toBe(false);
    expect(hasRunItsCourse(pausedOn(content, "2026-11-04"), "2026-11-07")).toBe(true);
  });

  test("while it is paused, if its program has no day left", () => {
    const content = programContent(1);
    expect(hasRunItsCourse(pausedOn(content, "2026-11-06"), TODAY)).toBe(false);
    expect(hasRunItsCourse(pausedOn(content, "2026-11-07"), TODAY)).toBe(true);
  });

  test("only if its plan can be read", () => {
    const unreadable = pausedOn(habit("FREQ=NEVER"), "2026-11-06");
    expect(() => findEmptyPart(unreadable, TODAY)).toThrow("NEVER");
    expect(hasRunItsCourse(unreadable, TODAY)).toBe(false);
  });
});

function habit(rrule: string, exdates: string[] = []) {
  return habitContent({ recurrence: { rrule, exdates } });
}
