import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  ONBOARDING_TASK_ACTS,
  ONBOARDING_TASK_STATUSES,
  type OnboardingTaskAct,
  type OnboardingTaskStatus,
} from "../../contract/onboarding/vocabulary.ts";
import { eventsOfChange } from "../../rules/onboarding/events-of-change.ts";
import { judgeTaskAct, type TaskState } from "../../rules/onboarding/judge-task-act.ts";
import { onboardingAfter } from "../../rules/onboarding/onboarding-after.ts";

// The table of transitions (docs/rooms/onboarding.md#task-and-workflow) as words.
const CLOSED = {
  OPEN: "TASK_CLOSED",
  SKIP: "TASK_CLOSED",
  COMPLETE: "TASK_CLOSED",
  CANCEL: "TASK_CLOSED",
  FORCE_COMPLETE: "TASK_CLOSED",
  EXPIRE: "TASK_CLOSED",
} as const;
const LAST = {
  CANCEL: "CANCELLED: cancelled",
  FORCE_COMPLETE: "COMPLETED: completed",
  EXPIRE: "EXPIRED: expired",
} as const;
const TABLE: Readonly<Record<OnboardingTaskStatus, Readonly<Record<OnboardingTaskAct, string>>>> = {
  READY: {
    OPEN: "OPENED: opened",
    SKIP: "SKIPPED_FOR_NOW: skipped",
    COMPLETE: "COMPLETED: opened, completed",
    ...LAST,
  },
  OPENED: {
    OPEN: "OPENED: ",
    SKIP: "SKIPPED_FOR_NOW: skipped",
    COMPLETE: "COMPLETED: completed",
    ...LAST,
  },
  SKIPPED_FOR_NOW: {
    OPEN: "SKIPPED_FOR_NOW: resumed",
    SKIP: "SKIPPED_FOR_NOW: ",
    COMPLETE: "COMPLETED: completed",
    ...LAST,
  },
  COMPLETED: CLOSED,
  CANCELLED: CLOSED,
  EXPIRED: CLOSED,
};

const EARLY = new Date("2026-01-01T10:00:00.000Z");
const LATE = new Date("2026-01-02T10:00:00.000Z");

const PAIRS = ONBOARDING_TASK_STATUSES.flatMap((status) =>
  ONBOARDING_TASK_ACTS.map((act) => [status, act, TABLE[status][act]] as const),
);

describe("an act on an onboarding task", () => {
  test.each(PAIRS)("%s, %s: %s", (status, act, expected) => {
    expect(judged(stateAs(status), act)).toBe(expected);
  });

  test("a skipped task is resumed once, whether it was opened before or not", () => {
    const skipped = { ...stateAs("SKIPPED_FOR_NOW"), skippedAt: EARLY };
    expect(judged({ ...skipped, openedAt: null }, "OPEN")).toBe("SKIPPED_FOR_NOW: resumed");
    expect(judged({ ...skipped, openedAt: LATE }, "OPEN")).toBe("SKIPPED_FOR_NOW: ");
  });

  test("in any order, a closed task stays unchanged", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ONBOARDING_TASK_ACTS)), (acts) => {
        let state = stateAs("READY");
        let closedBy: string | null = null;
        for (const act of acts) {
          const change = judgeTaskAct(state, act);
          if (change === "TASK_CLOSED") {
            expect(closedBy).not.toBeNull();
            continue;
          }
          expect(closedBy).toBeNull();
          state = stateAs(change.to);
          if (onboardingAfter(change.to)?.isPending !== true) closedBy = act;
        }
      }),
    );
  });
});

describe("the consequences of a task", () => {
  test.each(ONBOARDING_TASK_STATUSES)("%s blocks only when it is skipped", (status) => {
    const after = onboardingAfter(status);
    expect(after?.isBlocked ?? false).toBe(status === "SKIPPED_FOR_NOW");
    expect(after?.profileStatus === "BLOCKED").toBe(status === "SKIPPED_FOR_NOW");
  });

  test("nothing for workflow and profile when it expires: its relationship has ended", () => {
    expect(onboardingAfter("EXPIRED")).toBeNull();
  });
});

describe("the events of a change", () => {
  const verdictOf = (status: OnboardingTaskStatus, act: OnboardingTaskAct) => {
    const change = judgeTaskAct(stateAs(status), act);
    return change === "TASK_CLOSED"
      ? null
      : eventsOfChange(change, "QUESTIONNAIRE").map(({ type }) => type);
  };

  test("of a baseline are the task's alone, because it has no form to open", () => {
    const ready = { ...stateAs("READY"), taskType: "BASELINE" } as const;
    const changes = (["OPEN", "COMPLETE", "CANCEL", "EXPIRE"] as const).map((act) => {
      const change = judgeTaskAct(ready, act);
      return change === "TASK_CLOSED" ? [] : eventsOfChange(change, "BASELINE");
    });
    expect(changes.flat()).toEqual([
      { type: "OnboardingTaskOpened", about: "TASK" },
      { type: "OnboardingTaskCompleted", about: "TASK" },
      { type: "OnboardingTaskCancelled", about: "TASK" },
      { type: "OnboardingTaskExpired", about: "TASK" },
    ]);
  });

  test.each([
    ["READY", "OPEN", ["OnboardingTaskOpened"]],
    ["OPENED", "OPEN", []],
    ["SKIPPED_FOR_NOW", "OPEN", ["OnboardingTaskResumed"]],
    [
      "READY",
      "SKIP",
      [
        "OnboardingTaskSkipped",
        "OnboardingQuestionnaireSkipped",
        "ClientOnboardingCompletedWithPendingTask",
      ],
    ],
    ["SKIPPED_FOR_NOW", "SKIP", []],
    [
      "READY",
      "COMPLETE",
      [
        "OnboardingTaskOpened",
        "OnboardingTaskCompleted",
        "OnboardingQuestionnaireSubmitted",
        "ClientOnboardingCompleted",
        "ClientOnboardingFinished",
      ],
    ],
    [
      "OPENED",
      "FORCE_COMPLETE",
      ["OnboardingTaskCompleted", "ClientOnboardingCompleted", "ClientOnboardingFinished"],
    ],
    ["OPENED", "CANCEL", ["OnboardingTaskCancelled", "ClientOnboardingFinished"]],
    ["OPENED", "EXPIRE", ["OnboardingTaskExpired"]],
  ] as const)("%s, %s", (status, act, types) => {
    expect(verdictOf(status, act)).toEqual(types);
  });
});

function stateAs(status: OnboardingTaskStatus): TaskState {
  return {
    taskType: "QUESTIONNAIRE",
    status,
    openedAt: status === "READY" ? null : EARLY,
    skippedAt: status === "SKIPPED_FOR_NOW" ? LATE : null,
  };
}

function judged(state: TaskState, act: OnboardingTaskAct): string {
  const change = judgeTaskAct(state, act);
  return change === "TASK_CLOSED" ? change : `${change.to}: ${change.events.join(", ")}`;
}
