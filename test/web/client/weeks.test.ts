import { describe, expect, test } from "@jest/globals";
import { dateByKey, firstDate } from "../../../web/client/weeks/chosen-day.ts";
import { weeksOf } from "../../../web/client/weeks/weeks-of.ts";
import { summaryDay as day, summaryTask as task } from "../../factories/agenda/summary-day.ts";

describe("a client's weeks", () => {
  test("a week has seven dates from Monday, a date without a day has no state, and those after today are to come", () => {
    const [week] = weeksOf([day("2026-11-24")], { ...NOW, count: 1 });
    expect(week?.from).toBe("2026-11-23");
    expect(week?.days.map(({ state }) => state)).toEqual([
      null,
      "CLOSED",
      null,
      null,
      "TO_COME",
      "TO_COME",
      "TO_COME",
    ]);
  });

  test("the percentage of a week leaves out open and not offered days, and is null if nothing counts", () => {
    const open = day("2026-11-25", {
      closedAt: null,
      adherence: { countedCount: 4, completedCount: 0, adherencePercent: 0 },
    });
    const late = day("2026-11-26", {
      notOffered: true,
      adherence: { countedCount: 4, completedCount: 0, adherencePercent: 0 },
    });
    const weeks = weeksOf([day("2026-11-24"), open, late], { ...NOW, count: 2 });
    expect(weeks.map(({ percent }) => percent)).toEqual([75, null]);
  });

  test("nothing is to come once the relationship has ended", () => {
    const [week] = weeksOf([day("2026-11-24")], { ...NOW, count: 1, isRunning: false });
    expect(week?.days.filter(({ state }) => state === "TO_COME")).toEqual([]);
  });

  test("a week's note counts misses, skips with their most frequent reason, and late entries; a day that was not offered has no misses", () => {
    const counters = { ...day("2026-11-24").counters, missedCount: 2, skippedCount: 1 };
    const ill = skipped("ill", "ILLNESS");
    const [week] = weeksOf(
      [
        day("2026-11-23", { counters, tasks: [skipped("away", "TRAVEL"), ill] }),
        day("2026-11-24", { counters, lateCount: 3, tasks: [skipped("again", "TRAVEL")] }),
        day("2026-11-25", { counters, notOffered: true }),
      ],
      { ...NOW, count: 1 },
    );
    expect(week?.note).toEqual({ missed: 4, skipped: 3, reason: "TRAVEL", late: 3 });
  });

  test("a week without a miss, a skip or a late entry has nothing to note", () => {
    const [week] = weeksOf([day("2026-11-24")], { ...NOW, count: 1 });
    expect(week?.note).toEqual({ missed: 0, skipped: 0, reason: null, late: 0 });
  });
});

describe("the day with which the weeks begin", () => {
  const withTask = (date: string) => day(date, { tasks: [task(date)] });

  test("is today if something is planned", () => {
    const days = [withTask("2026-11-26"), withTask("2026-11-25")];
    expect(firstDate(days, "2026-11-26")).toBe("2026-11-26");
  });

  test("is the newest day before with something, if today has nothing", () => {
    const days = [
      day("2026-11-26"),
      day("2026-11-25"),
      withTask("2026-11-23"),
      withTask("2026-11-20"),
    ];
    expect(firstDate(days, "2026-11-26")).toBe("2026-11-23");
  });

  test("is none without a planned day, and never one after today", () => {
    expect(firstDate([day("2026-11-26"), withTask("2026-11-27")], "2026-11-26")).toBeNull();
  });
});

describe("the arrows in the weeks", () => {
  const dates = ["2026-11-23", "2026-11-24", "2026-11-26", "2026-11-16", "2026-11-18"];

  test.each([
    [
      "right leads to the next day, over those without one",
      { key: "ArrowRight", from: "2026-11-24", to: "2026-11-26" },
    ],
    [
      "left leads to the day before, also of the week before",
      { key: "ArrowLeft", from: "2026-11-23", to: "2026-11-18" },
    ],
    [
      "down leads to the weekday of the week before",
      { key: "ArrowDown", from: "2026-11-23", to: "2026-11-16" },
    ],
    [
      "up leads to the weekday of the week after",
      { key: "ArrowUp", from: "2026-11-16", to: "2026-11-23" },
    ],
    [
      "right leads nowhere from the newest day",
      { key: "ArrowRight", from: "2026-11-26", to: null },
    ],
    [
      "down leads nowhere from a weekday that no older week has",
      { key: "ArrowDown", from: "2026-11-24", to: null },
    ],
    ["another key leads nowhere", { key: "Home", from: "2026-11-24", to: null }],
  ])("%s", (_title, { key, from, to }) => {
    expect(dateByKey(dates, from, key)).toBe(to);
  });
});

/** A task that its client skipped for a reason. */
const skipped = (taskId: string, skipReason: string) =>
  task(taskId, {
    status: "SKIPPED",
    completionEvents: [
      {
        at: "2026-11-24T08:00:00Z",
        from: "PENDING",
        to: "SKIPPED",
        actorKind: "CLIENT",
        source: "PHONE",
        reason: skipReason,
        skipReason,
        counts: true,
        score: 0,
      },
    ],
  });

const NOW = { today: "2026-11-26", isRunning: true };
