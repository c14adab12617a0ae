import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  nextTaskDeadline,
  taskDeadline,
  type WaitingTask,
} from "../../rules/inbox/task-deadline.ts";

const HOUR_MS = 3_600_000;
const begun = new Date("2026-03-05T12:00:00.000Z");
const at = (hours: number) => new Date(begun.getTime() + hours * HOUR_MS);

const high = { severity: "HIGH", dueAt: at(24), goalAt: at(24) } as const;

describe("The actor of a task (docs/rooms/inbox.md#moments)", () => {
  test.each([
    ["the end of its snooze", { status: "SNOOZED", snoozedUntil: at(5) }, `SNOOZE`, 5],
    ["the due instant of a HIGH task", high, "DUE", 24],
    ["a first touch, due or not", { severity: "URGENT", goalAt: at(4) }, "GOAL", 4],
    [
      "a touch of a task in progress",
      { status: "IN_PROGRESS", startedAt: at(-2), touchedAt: at(1) },
      "IDLE",
      25,
    ],
    [
      "the due instant alone of missed check-ins",
      { ...high, taskType: "MISSED_CHECK_IN", dueAt: at(30) },
      "DUE",
      30,
    ],
    ["the nearest", { ...high, status: "IN_PROGRESS", startedAt: at(-2) }, "IDLE", 22],
  ] as const)("waits for %s", (_, changes, reason, hours) => {
    expect(waits(changes)).toBe(`${reason} ${at(hours).toISOString()}`);
  });

  test.each(["RESOLVED", "DISMISSED", "ARCHIVED"] as const)(
    "waits for nothing once it is %s",
    (status) => {
      expect(waits({ ...high, status })).toBeNull();
    },
  );

  test("waits for the nudge of a resolved task until it is decided", () => {
    const nudged = { status: "RESOLVED", nudgeAt: at(1) } as const;
    expect(waits(nudged)).toBe(`NUDGE ${at(1).toISOString()}`);
    expect(taskDeadline(task(nudged), at(0.9))).toMatchObject({ isNudgeDue: false });
    expect(taskDeadline(task(nudged), at(1))).toMatchObject({ isNudgeDue: true, isLate: false });
    expect(waits({ ...nudged, nudgeNotificationId: task().id }, 2)).toBeNull();
  });

  test.each([
    ["the due instant of a NORMAL task", { dueAt: at(1) }],
    ["a goal that was met", { severity: "URGENT", goalAt: at(4), touchedAt: at(1) }],
    ["a moment that was reported", { ...high, lateToldAt: at(24) }],
  ] as const)("does not wait for %s, but for a poll", (_, changes) => {
    expect(waits(changes, 2)).toMatch(/^LOOK /);
  });

  test("polls within seven days, at an instant that is stable and spread over the week", () => {
    const anId = fc.uuid({ version: 7 });
    const ms = fc.integer({ min: 0, max: 365 * 24 * HOUR_MS });
    fc.assert(
      fc.property(anId, ms, (id, later) => {
        const now = new Date(begun.getTime() + later);
        const deadline = nextTaskDeadline(task({ id }), now)?.at ?? now;
        const ahead = deadline.getTime() - now.getTime();
        expect(ahead > 0 && ahead <= 7 * 24 * HOUR_MS).toBe(true);
        const soon = new Date(now.getTime() + Math.floor(ahead / 2));
        expect(nextTaskDeadline(task({ id }), soon)?.at).toEqual(deadline);
      }),
    );
    const hours = fc
      .sample(fc.uuid({ version: 7 }), { numRuns: 500, seed: 7 })
      .map((id) =>
        Math.floor((nextTaskDeadline(task({ id }), begun)?.at ?? begun).getTime() / HOUR_MS),
      );
    expect(new Set(hours).size).toBeGreaterThan(100);
  });
});

describe("The actor of a task", () => {
  test("does nothing before the instant, and everything that is due at once after it", () => {
    const left = { ...high, status: "IN_PROGRESS", startedAt: begun, touchedAt: begun } as const;
    expect(taskDeadline(task(left), at(23))).toMatchObject({ reopens: null, isLate: false });
    expect(taskDeadline(task(left), at(24))).toMatchObject({ reopens: "IDLE", isLate: true });
    const snoozed = { status: "SNOOZED", snoozedUntil: at(1) } as const;
    expect(taskDeadline(task(snoozed), at(0.9))).toMatchObject({ reopens: null, isLate: false });
    expect(taskDeadline(task(snoozed), at(1))).toMatchObject({
      reopens: "SNOOZE_ENDED",
      isLate: false,
    });
  });
});

function task(changes: Partial<WaitingTask> = {}): WaitingTask {
  return {
    id: "019a0000-0000-7000-8000-000000000001",
    taskType: "PROGRESS_ALERT",
    status: "OPEN",
    severity: "NORMAL",
    snoozedUntil: null,
    dueAt: null,
    goalAt: null,
    startedAt: null,
    touchedAt: null,
    lateToldAt: null,
    nudgeAt: null,
    nudgeNotificationId: null,
    ...changes,
  };
}

function waits(changes: Partial<WaitingTask>, hours = 0) {
  const deadline = nextTaskDeadline(task(changes), at(hours));
  return deadline === null ? null : `${deadline.reason} ${deadline.at.toISOString()}`;
}
