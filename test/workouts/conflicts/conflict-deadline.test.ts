import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { addDays, dayAfter, localDateOf } from "../../../rules/local-day.ts";
import type { RelationshipZone } from "../../../rules/relationships/relationship-zone.ts";
import {
  type ConflictState,
  conflictDeadline,
  nextConflictDeadline,
} from "../../../rules/workouts/conflicts/conflict-deadline.ts";

const DAY_MS = 86_400_000;
const zones = ["UTC", "Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Kathmandu"];

const openings = fc.record({
  at: fc.date({ min: new Date("2026-01-01"), max: new Date("2028-12-31"), noInvalidDate: true }),
  timezone: fc.constantFrom(...zones),
});

describe("an open conflict (docs/rooms/workouts.md#conflicts)", () => {
  test("reminds the client on the next morning and weekly, the coach after three days, and ends after 30", () => {
    const { reminded, notified, endedAt } = play(
      opened(new Date("2026-11-02T15:00:00Z"), "Europe/Berlin"),
      0,
    );
    expect(reminded.map(({ at }) => at.toISOString())).toEqual([
      "2026-11-03T09:00:00.000Z",
      "2026-11-10T09:00:00.000Z",
      "2026-11-17T09:00:00.000Z",
      "2026-11-24T09:00:00.000Z",
      "2026-12-01T09:00:00.000Z",
    ]);
    expect(notified).toEqual([new Date("2026-11-05T15:00:00Z")]);
    expect(endedAt).toEqual(new Date("2026-12-02T15:00:00Z"));
  });

  test("always reminds within its hours and a week after the last, the coach once, and ends in time", () => {
    fc.assert(
      fc.property(openings, fc.integer({ min: 0, max: 60_000 }), ({ at, timezone }, lateMs) => {
        const { reminded, notified, endedAt } = play(opened(at, timezone), lateMs);
        expect(notified).toHaveLength(1);
        expect(endedAt.getTime()).toBe(at.getTime() + 30 * DAY_MS + lateMs);
        for (const [place, { localDate, at: when }] of reminded.entries()) {
          expect(localDateOf(when, timezone)).toBe(localDate);
          const before = reminded[place - 1];
          if (before !== undefined) expect(localDate >= addDays(before.localDate, 7)).toBe(true);
        }
        expect(reminded.length).toBeGreaterThanOrEqual(4);
      }),
      { numRuns: 50 },
    );
  });

  test("moves a missed morning's reminder to the next morning", () => {
    const state = opened(new Date("2026-11-02T15:00:00Z"), "UTC");
    const late = conflictDeadline(state, new Date("2026-11-03T22:00:00Z"));
    expect(late).toMatchObject({ remindOn: null, nextFrom: state.remindFrom });
    expect(nextConflictDeadline(state, new Date("2026-11-03T22:00:00Z"))).toEqual({
      at: new Date("2026-11-04T10:00:00Z"),
      reason: "CLIENT_REMINDER",
    });
  });

  test("follows the client's clocks when they are about to change", () => {
    const zone = {
      timezone: "UTC",
      nextTimezone: "America/New_York",
      zoneChangesAt: new Date("2026-11-03T00:00:00Z"),
    };
    const state = { ...opened(new Date("2026-11-02T15:00:00Z"), "UTC"), zone };
    expect(nextConflictDeadline(state, new Date("2026-11-02T16:00:00Z")).at).toEqual(
      new Date("2026-11-03T15:00:00Z"),
    );
  });
});

function inZone(timezone: string): RelationshipZone {
  return {
    timezone,
    nextTimezone: null,
    zoneChangesAt: null,
  };
}

function opened(at: Date, timezone: string): ConflictState {
  return {
    openedAt: at,
    expiresAt: new Date(at.getTime() + 30 * DAY_MS),
    remindFrom: dayAfter(localDateOf(at, timezone)),
    coachToldAt: null,
    zone: inZone(timezone),
  };
}

/** Simulates an actor that always wakes this much later than its deadline. */
function play(begun: ConflictState, lateMs: number) {
  let { remindFrom, coachToldAt } = begun;
  let now = begun.openedAt;
  const reminded: { readonly localDate: string; readonly at: Date }[] = [];
  const notified: Date[] = [];
  for (let nth = 0; nth < 60; nth += 1) {
    const state = { ...begun, remindFrom, coachToldAt };
    const deadline = nextConflictDeadline(state, now);
    now = new Date(Math.max(deadline.at.getTime(), now.getTime()) + lateMs);
    const turn = conflictDeadline(state, now);
    if (turn.isOver) return { reminded, notified, endedAt: now };
    if (turn.remindOn !== null) reminded.push({ localDate: turn.remindOn, at: now });
    if (turn.notifiesCoach) notified.push(now);
    if (turn.notifiesCoach) coachToldAt = now;
    remindFrom = turn.nextFrom;
  }
  throw new Error("It never ends");
}
