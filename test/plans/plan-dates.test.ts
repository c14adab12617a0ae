import { describe, expect, test } from "@jest/globals";
import {
  firstSpan,
  minimumPlannedThrough,
  planDates,
  planFurther,
  programDaysOf,
  spanOn,
  stopSpans,
} from "../../rules/plans/plan-dates.ts";
import { daysBetween } from "../../contract/days-between.ts";
import { addDays } from "../../rules/local-day.ts";
import { recurrenceDatesOf, everFalls } from "../../rules/plans/recurrence-dates.ts";
import { habitContent } from "../factories/plans/assigned-plan.ts";

const whole = { from: "2026-11-01", through: "2026-11-30" };

describe("the dates of a rule", () => {
  test("begin on the first day of the assignment", () => {
    expect(dates("FREQ=DAILY").slice(0, 2)).toEqual(["2026-11-02", "2026-11-03"]);
    expect(dates("FREQ=DAILY")).toHaveLength(29);
  });

  test("of some weekdays are those weekdays, in every other week if the rule says so", () => {
    expect(dates("FREQ=WEEKLY;BYDAY=MO,FR").slice(0, 3)).toEqual([
      "2026-11-02",
      "2026-11-06",
      "2026-11-09",
    ]);
    expect(dates("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO")).toEqual([
      "2026-11-02",
      "2026-11-16",
      "2026-11-30",
    ]);
  });

  test("end with UNTIL, which is included, and with COUNT, which counts excluded dates", () => {
    expect(dates("FREQ=DAILY;UNTIL=20261104")).toEqual(["2026-11-02", "2026-11-03", "2026-11-04"]);
    expect(dates("FREQ=DAILY;COUNT=3", ["2026-11-03"])).toEqual(["2026-11-02", "2026-11-04"]);
  });

  test("a rule without any date is distinguished from one that has dates in leap years only", () => {
    expect(
      everFalls({ rrule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", exdates: [] }, "2026-11-02"),
    ).toBe(false);
    expect(
      everFalls({ rrule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", exdates: [] }, "2026-11-02"),
    ).toBe(true);
  });
});

describe("planned dates", () => {
  const span = firstSpan("HABIT", { startDate: "2026-11-10", revision: 1 });
  const assigned = { content: habitContent(), startDate: "2026-11-10", endDate: null, span };

  test("are those from the first day to the last, both included", () => {
    const planned = planDates({ ...assigned, endDate: "2026-11-12" }, "2026-11-08", []);
    expect(planned).toEqual({
      plannedDates: ["2026-11-10", "2026-11-11", "2026-11-12"],
      plannedThrough: "9999-12-31",
    });
  });

  test("reach three months ahead, and keep those of the month before", () => {
    const known = ["2026-10-01", "2026-11-10"];
    const planned = planDates(assigned, "2026-11-11", known);
    expect(planned.plannedThrough).toBe("2027-02-12");
    expect(planned.plannedDates[0]).toBe("2026-11-10");
    expect(planned.plannedDates.at(-1)).toBe("2027-02-12");
  });

  test("scanned day by day reach two months ahead, are extended once a month, and contain each date once", () => {
    let planned = planDates(assigned, "2026-11-10", []);
    const renewedOn: string[] = [];
    for (let day = 0; day < 400; day += 1) {
      const today = addDays("2026-11-10", day);
      if (planned.plannedThrough < minimumPlannedThrough(today)) {
        planned = planFurther({ ...assigned, ...planned }, today);
        renewedOn.push(today);
      }
      const first = addDays(today, -Math.min(day, 35));
      const known = new Set(planned.plannedDates);
      expect(known.size).toBe(planned.plannedDates.length);
      const wanted = Array.from({ length: Math.min(day, 35) + 62 + 1 }, (_, nth) =>
        addDays(first, nth),
      );
      expect(wanted.filter((date) => !known.has(date))).toEqual([]);
    }
    const gaps = renewedOn.slice(1).map((date, nth) => daysBetween(renewedOn[nth] ?? "", date));
    expect(new Set(gaps)).toEqual(new Set([32]));
  });

  test("that were not scanned for half a year begin with the oldest that is still useful", () => {
    const long = { ...assigned, plannedDates: ["2026-11-10"], plannedThrough: "2026-11-10" };
    const planned = planFurther(long, "2027-05-20");
    expect(planned.plannedDates[0]).toBe("2027-04-15");
    expect(planned.plannedThrough).toBe("2027-08-21");
  });
});

describe("an assignment", () => {
  test("that ends runs up to the day before", () => {
    const spans = stopSpans(
      [firstSpan("HABIT", { startDate: "2026-11-10", revision: 1 })],
      "2026-11-12",
    );
    expect(spanOn(spans, "2026-11-11")).toMatchObject({ revision: 1 });
    expect(spanOn(spans, "2026-11-12")).toBeNull();
  });
});

test("days of a program are found by what ran on their dates, and none where nothing ran", () => {
  const spans = [
    { from: "2026-11-02", until: "2026-11-04", revision: 1, programDay: 0 },
    { from: "2026-11-09", until: null, revision: 2, programDay: 7 },
  ];
  const planned = ["2026-11-02", "2026-11-03", "2026-11-05", "2026-11-11"];
  expect(programDaysOf(spans, planned)).toEqual([
    { localDate: "2026-11-02", programDay: 0 },
    { localDate: "2026-11-03", programDay: 1 },
    { localDate: "2026-11-11", programDay: 9 },
  ]);
  const ofHabit = [{ from: "2026-11-02", until: null, revision: 1, programDay: null }];
  expect(programDaysOf(ofHabit, planned)).toEqual([]);
});

function dates(rrule: string, exdates: string[] = []) {
  return recurrenceDatesOf({ rrule, exdates }, "2026-11-02", whole);
}
