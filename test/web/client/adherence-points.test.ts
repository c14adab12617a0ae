import { describe, expect, test } from "@jest/globals";
import type { components } from "../../../web/api/routes.d.ts";
import { adherencePoints, labelStep } from "../../../web/client/weeks/adherence-points.ts";

type Day = components["schemas"]["AdherenceDay"];

const closed = "2026-11-25T22:00:00Z";
const day = (localDate: string, more: Partial<Day> = {}): Day => ({
  localDate,
  timezone: "Europe/Berlin",
  taskCount: 2,
  completedCount: 1,
  skippedCount: 0,
  missedCount: 1,
  countedCount: 2,
  doneCount: 1,
  notOffered: false,
  closedAt: closed,
  correctedAt: null,
  lateCount: 0,
  reviewedAt: null,
  lastReviewedAt: null,
  changedAfterReviewAt: null,
  invalidatedAt: null,
  adherencePercent: 50,
  ...more,
});

const trend = (from: string, to: string) => ({
  from,
  to,
  countedCount: 2,
  doneCount: 1,
  adherencePercent: 50,
  bucket: "OFF_TRACK",
});

const week = (from: string, to: string, adherencePercent: number | null) => ({
  from,
  to,
  countedCount: 2,
  doneCount: 1,
  adherencePercent,
  bucket: "OFF_TRACK",
});

const adherence = {
  last7: trend("2026-11-19", "2026-11-25"),
  last28: trend("2026-10-29", "2026-11-25"),
  days: [
    day("2026-11-26", { closedAt: null, adherencePercent: 100 }),
    day("2026-11-25"),
    day("2026-11-24", { notOffered: true }),
    day("2026-11-22", { adherencePercent: null }),
    day("2026-11-19", { adherencePercent: 0 }),
  ],
  weeks: [
    week("2026-11-23", "2026-11-29", 36),
    week("2026-11-16", "2026-11-22", null),
    week("2026-11-09", "2026-11-15", 94),
  ],
};

describe("the chart of a client's adherence", () => {
  test("has the weeks of the answer from the oldest to the newest, with a gap where nothing counts", () => {
    expect(adherencePoints(adherence, "WEEKS_12")).toEqual([
      { from: "2026-11-09", percent: 94 },
      { from: "2026-11-16", percent: null },
      { from: "2026-11-23", percent: 36 },
    ]);
  });

  test("has each of seven dates up to the newest closed day; zero is a value, and a missing, open or not offered day is a gap", () => {
    const points = adherencePoints(adherence, "DAYS_7");
    expect(points.map(({ from }) => from.slice(-2)).join()).toBe("19,20,21,22,23,24,25");
    expect(points.map(({ percent }) => percent)).toEqual([0, null, null, null, null, null, 50]);
  });

  test("has 28 dates across the change of the clocks, and none before a day has closed", () => {
    expect(adherencePoints(adherence, "DAYS_28")).toHaveLength(28);
    const fresh = { ...adherence, last7: null, last28: null, weeks: [] };
    expect(adherencePoints(fresh, "DAYS_28")).toEqual([]);
    expect(adherencePoints(fresh, "WEEKS_12")).toEqual([]);
  });

  test("has at most four dates below it", () => {
    for (const count of [1, 7, 12, 28])
      expect(Math.ceil(count / labelStep(count))).toBeLessThanOrEqual(4);
  });
});
