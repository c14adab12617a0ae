import { describe, expect, test } from "@jest/globals";
import { askedText, doneText } from "../../../web/client/workouts/set-text.ts";
import { sessionState } from "../../../web/client/workouts/session-state.ts";

const asked = (repetitions: number, grams: number | null) => ({
  repetitions,
  repetitionsMost: null,
  seconds: null,
  grams,
  load: null,
});

describe("a workout beside its plan", () => {
  test("equal prescribed sets are counted, and another weight begins a new group", () => {
    const sets = [asked(6, 80_000), asked(6, 80_000), asked(5, 82_500)];
    expect(askedText(sets)).toBe("2 × 6 · 80 kg, 1 × 5 · 82.5 kg");
  });

  test("a set that was not completed is left out of the trained values", () => {
    const set = { setKey: "1", exerciseKey: "e", source: "CLIENT" };
    const sets = [
      { ...set, completed: true, values: { reps: 8, weight: { value: 30, unit: "KG" }, rpe: 8 } },
      { ...set, completed: false, values: { reps: 8 } },
    ];
    expect(doneText(sets)).toBe("8 · 30 kg · RPE 8");
  });

  test("a reviewed workout that changed afterwards asks for another review", () => {
    const reviewedAt = "2026-11-26T08:00:00Z";
    const submitted = { status: "SUBMITTED", changedAfterReviewAt: null };
    expect(sessionState({ ...submitted, reviewedAt: null })).toBe("TO_REVIEW");
    expect(sessionState({ ...submitted, reviewedAt })).toBe("REVIEWED");
    expect(sessionState({ ...submitted, reviewedAt, changedAfterReviewAt: reviewedAt })).toBe(
      "CHANGED",
    );
  });
});
