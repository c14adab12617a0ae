import { describe, expect, test } from "@jest/globals";
import { ONBOARDING_TASK_STATUSES } from "../../contract/onboarding/vocabulary.ts";
import {
  isClosed,
  nextOnboardingDeadline,
  type OnboardingState,
} from "../../rules/onboarding/next-onboarding-deadline.ts";

const now = new Date("2026-05-05T12:00:00Z");
const tomorrow = new Date("2026-05-06T08:00:00Z");
const nextMonth = new Date("2026-06-05T08:00:00Z");

describe("the next deadline of an onboarding's actor", () => {
  test.each([
    ["2026-05-05T12:00:00Z", "2026-05-12T12:00:00Z"],
    ["2026-05-05T12:00:01Z", "2026-05-12T13:00:00Z"],
    ["2026-05-05T12:59:59Z", "2026-05-12T13:00:00Z"],
  ])("is in a week if there is no instant: from %s at %s", (from, at) => {
    const deadline = nextOnboardingDeadline(state({}), new Date(from));
    expect(deadline).toEqual({ at: new Date(at), reason: "LOOK" });
  });

  test("is the next reminder of a skipped task", () => {
    const skipped = state({ taskStatus: "SKIPPED_FOR_NOW", nextReminderAt: tomorrow });
    expect(nextOnboardingDeadline(skipped, now)).toEqual({ at: tomorrow, reason: "REMINDER" });
  });

  test.each(ONBOARDING_TASK_STATUSES)(
    "is the end of the retention of an ended relationship, with its task %s",
    (taskStatus) => {
      const ended = state({
        taskStatus,
        nextReminderAt: tomorrow,
        retentionExpiresAt: nextMonth,
      });
      expect(nextOnboardingDeadline(ended, now)).toEqual({ at: nextMonth, reason: "RETENTION" });
    },
  );

  test.each(ONBOARDING_TASK_STATUSES.filter(isClosed))(
    "is missing with its task %s while the relationship is open",
    (taskStatus) => {
      expect(nextOnboardingDeadline(state({ taskStatus }), now)).toBeNull();
    },
  );

  test("is missing once it is purged, or without a task", () => {
    const purged = state({ retentionExpiresAt: tomorrow, purgedAt: tomorrow });
    expect(nextOnboardingDeadline(purged, nextMonth)).toBeNull();
    expect(nextOnboardingDeadline(state({ taskStatus: null }), now)).toBeNull();
  });
});

function state(changes: Partial<OnboardingState>): OnboardingState {
  return {
    taskStatus: "READY",
    nextReminderAt: null,
    retentionExpiresAt: null,
    purgedAt: null,
    ...changes,
  };
}
