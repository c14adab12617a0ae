import { describe, expect, test } from "@jest/globals";
import { Problem } from "../../../web/api/problem.ts";
import { toReview } from "../../../web/client/client-tabs.ts";
import { fallOf } from "../../../web/client/fall-of.ts";
import { newestSync } from "../../../web/client/newest-sync.ts";
import { isMissing } from "../../../web/kit/way-back/is-missing.ts";

describe("the head of a client's page", () => {
  test("names the newest sync of all phones, and none if no phone ever synced", () => {
    const devices = ["2026-11-26T08:00:00Z", null, "2026-11-26T09:30:00+01:00"].map(
      (lastSyncAt) => ({ lastSyncAt }),
    );
    expect(newestSync(devices)).toBe("2026-11-26T09:30:00+01:00");
    expect(newestSync([{ lastSyncAt: null }])).toBeNull();
  });

  test("reports a fall while a task of the inbox does, and only with both numbers", () => {
    const facts = { kind: "TREND", occurrences: { first: "", last: "" }, percent: 36 } as const;
    const trend = (status: string, percentBefore: number | null) => ({
      status,
      facts: { ...facts, percentBefore },
    });
    expect(fallOf([{ status: "OPEN", facts: null }, trend("OPEN", 80)])).toEqual({
      percent: 36,
      before: 80,
    });
    expect(fallOf([trend("RESOLVED", 80), trend("OPEN", null)])).toBeNull();
  });

  test("counts what waits for review in its tabs, also while it is snoozed, and nothing that is resolved", () => {
    const task = (taskType: string, status: string, occurrenceCount: number) => ({
      taskType,
      status,
      occurrenceCount,
    });
    const tasks = [
      task("FORM_REVIEW", "OPEN", 2),
      task("WORKOUT_REVIEW", "SNOOZED", 1),
      task("WORKOUT_REVIEW", "IN_PROGRESS", 1),
      task("WORKOUT_REVIEW", "RESOLVED", 1),
      task("PROGRESS_ALERT", "OPEN", 1),
    ];
    expect(toReview(tasks)).toEqual({ workouts: 2, forms: 2 });
  });
});

describe("a page whose thing was not read", () => {
  const problem = (status: number) => new Problem({ code: "CODE", status, requestId: null });

  test.each([400, 404, 410])("says after %s that the thing is not there", (status) => {
    expect(isMissing(problem(status))).toBe(true);
  });

  test.each([0, 403, 429, 503])("says after %s why it was not read", (status) => {
    expect(isMissing(problem(status))).toBe(false);
  });

  test("says after any other failure that it was not read", () => {
    expect(isMissing(new Error("lost"))).toBe(false);
    expect(isMissing(null)).toBe(false);
  });
});
