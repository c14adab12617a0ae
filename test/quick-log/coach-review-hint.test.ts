import { describe, expect, test } from "@jest/globals";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import { coachReviewHint } from "../../rules/quick-log/coach-review-hint.ts";

describe("the hint to the client about a skip", () => {
  test("says that a call for help reaches the coach at once, as does an obstacle with a note", () => {
    expect(coachReviewHint("a", [skip("a", "PAIN_OR_INJURY")])).toEqual({
      kind: "AT_ONCE",
      count: 1,
      of: 1,
    });
    const noted = skip("a", "PLAN_TOO_HARD", { hasNote: true });
    expect(coachReviewHint("a", [noted])).toEqual({ kind: "AT_ONCE", count: 1, of: 2 });
  });

  test("counts other skips with those of the same group and source within seven days, up to the threshold", () => {
    const others = [
      skip("b", "TRAVEL", { localDate: "2026-01-02" }),
      skip("c", "BUSY", { sourceContext: "DAILY_EXECUTION" }),
      skip("d", "PLAN_TOO_HARD"),
      skip("e", "FORGOT", { localDate: "2026-01-12" }),
    ];
    expect(coachReviewHint("a", [skip("a", "BUSY"), ...others])).toEqual({
      kind: "COUNTED",
      count: 2,
      of: 3,
    });
    const third = skip("f", "OTHER", { localDate: "2026-01-08" });
    expect(coachReviewHint("a", [skip("a", "BUSY"), ...others, third])).toEqual({
      kind: "AT_ONCE",
      count: 3,
      of: 3,
    });
  });

  test("is missing for a refused or undone skip", () => {
    const none = { kind: "NONE", count: 0, of: 0 };
    expect(coachReviewHint(null, [skip("b", "BUSY")])).toEqual(none);
    expect(coachReviewHint("a", [skip("b", "BUSY")])).toEqual(none);
  });
});

function skip(receiptId: string, reason: SkipReason, more: object = {}) {
  return {
    receiptId,
    countsWith: receiptId,
    taskId: `task-${receiptId}`,
    localDate: "2026-01-05",
    sourceContext: "NUTRITION",
    reason,
    hasNote: false,
    ...more,
  };
}
