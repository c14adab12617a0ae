import { describe, expect, test } from "@jest/globals";
import { RELATIONSHIP_STATUSES } from "../../contract/relationships/vocabulary.ts";
import { WORKFLOW_STATUSES } from "../../contract/onboarding/vocabulary.ts";
import { followStatus, type WorkflowState } from "../../rules/onboarding/follow-status.ts";
import { remindersAfter } from "../../rules/onboarding/reminders-after.ts";

const STATES: readonly WorkflowState[] = [
  { status: "IN_PROGRESS", resumesAs: null },
  { status: "COMPLETED", resumesAs: null },
  { status: "COMPLETED_WITH_PENDING_TASK", resumesAs: null },
  { status: "PAUSED", resumesAs: "IN_PROGRESS" },
  { status: "PAUSED", resumesAs: "COMPLETED" },
  { status: "PAUSED", resumesAs: "COMPLETED_WITH_PENDING_TASK" },
  { status: "CANCELLED", resumesAs: null },
];

/** By state, in the order of RELATIONSHIP_STATUSES: ONBOARDING, ACTIVE, PAUSED, ENDED. */
const TABLE = {
  IN_PROGRESS: ["IN_PROGRESS", "IN_PROGRESS", "PAUSED from IN_PROGRESS", "CANCELLED"],
  COMPLETED: ["COMPLETED", "COMPLETED", "PAUSED from COMPLETED", "COMPLETED"],
  COMPLETED_WITH_PENDING_TASK: [
    "COMPLETED_WITH_PENDING_TASK",
    "COMPLETED_WITH_PENDING_TASK",
    "PAUSED from COMPLETED_WITH_PENDING_TASK",
    "CANCELLED",
  ],
  "PAUSED from IN_PROGRESS": ["IN_PROGRESS", "IN_PROGRESS", "PAUSED from IN_PROGRESS", "CANCELLED"],
  "PAUSED from COMPLETED": ["COMPLETED", "COMPLETED", "PAUSED from COMPLETED", "COMPLETED"],
  "PAUSED from COMPLETED_WITH_PENDING_TASK": [
    "COMPLETED_WITH_PENDING_TASK",
    "COMPLETED_WITH_PENDING_TASK",
    "PAUSED from COMPLETED_WITH_PENDING_TASK",
    "CANCELLED",
  ],
  CANCELLED: ["CANCELLED", "CANCELLED", "CANCELLED", "CANCELLED"],
};

describe("a workflow follows its relationship", () => {
  test.each(STATES.map((state) => [shown(state), state] as const))("from %s", (name, state) => {
    const after = RELATIONSHIP_STATUSES.map((to) => shown(followStatus(state, to)));
    expect({ [name]: after }).toEqual({
      [name]: Object.entries(TABLE).find(([n]) => n === name)?.[1],
    });
  });

  test("the table knows every status", () => {
    expect(new Set(STATES.map(({ status }) => status))).toEqual(new Set(WORKFLOW_STATUSES));
    expect(Object.keys(TABLE)).toEqual(STATES.map(shown));
  });

  test("a pause is forgotten by the next change, and applied twice it is one", () => {
    for (const state of STATES) {
      const paused = followStatus(state, "PAUSED");
      expect(followStatus(paused, "PAUSED")).toEqual(paused);
      expect(followStatus(paused, "ACTIVE")).toEqual(followStatus(state, "ACTIVE"));
      expect(followStatus(paused, "ENDED")).toEqual(followStatus(state, "ENDED"));
    }
  });
});

describe("the reminders of a skipped task", () => {
  const zone = { timezone: "Europe/Berlin", nextTimezone: null, zoneChangesAt: null };
  const running = {
    reminderCadence: "DAILY",
    remindersFrom: "2026-03-02",
    nextReminderAt: new Date("2026-03-02T09:00:00Z"),
  } as const;
  const begun = { createdAt: new Date("2026-03-01T12:00:00Z"), begunAt: null, skippedAt: null };
  const after = (
    to: "ACTIVE" | "PAUSED" | "ENDED",
    now: string,
    plan: Omit<Parameters<typeof remindersAfter>[0], keyof typeof begun> = running,
  ) => remindersAfter({ ...plan, ...begun }, { to, now: new Date(now), zone });

  test("stop with a pause and keep their day", () => {
    expect(after("PAUSED", "2026-03-01T12:00:00Z")).toEqual({ ...running, nextReminderAt: null });
  });

  test.each([
    ["a minute before 10:00 today", "2026-03-09T08:59:00Z", "2026-03-09T09:00:00.000Z"],
    ["at 10:00 tomorrow", "2026-03-09T09:00:00Z", "2026-03-10T09:00:00.000Z"],
    ["in the evening tomorrow", "2026-03-09T22:30:00Z", "2026-03-10T09:00:00.000Z"],
    ["over the change to summer time", "2026-03-28T12:00:00Z", "2026-03-29T08:00:00.000Z"],
  ])("continue when resumed %s", (_, now, at) => {
    expect(after("ACTIVE", now)).toEqual({
      reminderCadence: "DAILY",
      remindersFrom: at.slice(0, 10),
      nextReminderAt: new Date(at),
    });
  });

  test("never return to a day that was decided, or to the day of the skip", () => {
    const plan = { ...running, remindersFrom: "2026-03-11" };
    expect(after("ACTIVE", "2026-03-10T05:00:00Z", plan).remindersFrom).toBe("2026-03-11");
  });

  test("of an unopened task continue with the next of its few days, if one is left", () => {
    const plan = { ...running, reminderCadence: "UNOPENED" } as const;
    expect(after("ACTIVE", "2026-03-09T12:00:00Z", plan)).toMatchObject({
      reminderCadence: "UNOPENED",
      remindersFrom: "2026-03-15",
    });
    expect(after("ACTIVE", "2026-05-09T12:00:00Z", plan)).toMatchObject({ reminderCadence: null });
  });

  test("end with the relationship; a task without any gets none", () => {
    const none = { reminderCadence: null, remindersFrom: null, nextReminderAt: null };
    expect(after("ENDED", "2026-03-01T12:00:00Z")).toEqual(none);
    expect(after("ACTIVE", "2026-03-01T12:00:00Z", none)).toEqual(none);
    expect(after("PAUSED", "2026-03-01T12:00:00Z", none)).toEqual(none);
  });
});

/** A paused workflow shows the status that it resumes. */
function shown({ status, resumesAs }: WorkflowState) {
  return resumesAs === null ? status : `${status} from ${resumesAs}`;
}
