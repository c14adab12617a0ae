import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { daysBetween } from "../../contract/days-between.ts";
import { addDays } from "../../rules/local-day.ts";
import { pauseSpans, resumedSpan } from "../../rules/plans/pause-spans.ts";
import { firstSpan, type PlanSpan, spanOn } from "../../rules/plans/plan-dates.ts";

const startDate = "2026-11-02";
const program = [firstSpan("PROGRAM", { startDate, revision: 1 })];
const resumption = { startDate, revision: 1, programDay: null };

describe("a program that was paused", () => {
  const paused = pauseSpans(program, "2026-11-05");

  test("has no day while the pause lasts", () => {
    expect(spanOn(paused, "2026-11-04")).toMatchObject({ programDay: 0 });
    expect(spanOn(paused, "2026-11-05")).toBeNull();
  });

  test.each([
    ["2026-11-05", "2026-11-05"],
    ["2026-11-06", "2026-11-12"],
    ["2026-11-12", "2026-11-12"],
    ["2026-11-13", "2026-11-19"],
  ])("resuming on %s has its next day on %s", (localDate, from) => {
    expect(goOn(paused, localDate).at(-1)).toEqual({
      from,
      until: null,
      revision: 1,
      programDay: 3,
    });
  });

  test("resumes at once with the named day", () => {
    expect(goOn(paused, "2026-11-06", 9).at(-1)).toMatchObject({
      from: "2026-11-06",
      programDay: 9,
    });
  });

  test("again before it resumed keeps the date of its next day", () => {
    const again = pauseSpans(goOn(paused, "2026-11-06"), "2026-11-07");
    expect(goOn(again, "2026-11-09").at(-1)).toMatchObject({ from: "2026-11-12", programDay: 3 });
    expect(goOn(again, "2026-11-13").at(-1)).toMatchObject({ from: "2026-11-19", programDay: 3 });
  });

  test("on the named day resumes with that day", () => {
    const again = pauseSpans(goOn(paused, "2026-11-06", 9), "2026-11-06");
    expect(goOn(again, "2026-11-08").at(-1)).toMatchObject({ from: "2026-11-13", programDay: 9 });
  });

  test("before its first day begins on that day, or whole weeks later", () => {
    const early = pauseSpans(program, "2026-10-30");
    expect(goOn(early, "2026-11-01").at(-1)).toMatchObject({ from: startDate, programDay: 0 });
    expect(goOn(early, "2026-11-04").at(-1)).toMatchObject({ from: "2026-11-09", programDay: 0 });
    expect(goOn(early, "2026-10-31", 5).at(-1)).toMatchObject({ from: startDate, programDay: 5 });
  });
});

test("any other plan resumes at once, and never before its first day", () => {
  const habit = [firstSpan("HABIT", { startDate, revision: 1 })];
  const paused = pauseSpans(habit, "2026-11-05");
  expect(goOn(paused, "2026-11-07").at(-1)).toMatchObject({ from: "2026-11-07", programDay: null });
  const early = pauseSpans(habit, "2026-10-30");
  expect(goOn(early, "2026-10-31").at(-1)).toMatchObject({ from: startDate });
});

test("however often it is paused, each day falls on one date, on its weekday, in its order", () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 })), { maxLength: 12 });
  fc.assert(
    fc.property(steps, (pauses) => {
      let spans: readonly PlanSpan[] = program;
      let today = startDate;
      const dayOn = new Map<string, number>();
      const walk = (days: number) => {
        for (let step = 0; step < days; step += 1) {
          const span = spanOn(spans, today);
          if (span !== null)
            dayOn.set(today, (span.programDay ?? 0) + daysBetween(span.from, today));
          today = addDays(today, 1);
        }
      };
      for (const [running, paused] of pauses) {
        walk(running);
        spans = pauseSpans(spans, today);
        walk(paused);
        spans = goOn(spans, today);
        expect(spans.filter(({ from, until }) => from === until).length).toBeLessThanOrEqual(1);
      }
      walk(30);
      const done = [...dayOn.values()];
      expect(done).toEqual(Array.from({ length: done.length }, (_, index) => index));
      for (const [date, day] of dayOn) expect(daysBetween(startDate, date) % 7).toBe(day % 7);
    }),
  );
});

function goOn(spans: readonly PlanSpan[], localDate: string, programDay: number | null = null) {
  return [...spans, resumedSpan(spans, { ...resumption, localDate, programDay })];
}
