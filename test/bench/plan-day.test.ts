import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { shareUntil } from "../../bench/simulate/day-curve.ts";
import { planDay, type Sync } from "../../bench/simulate/plan-day.ts";

const days = fc.record({
  offsets: fc.array(fc.integer({ min: -11, max: 13 }), { minLength: 1, maxLength: 40 }),
  operations: fc.integer({ min: 1, max: 40 }),
  reads: fc.integer({ min: 0, max: 6 }),
  coaches: fc.integer({ min: 0, max: 4 }),
  coachReads: fc.integer({ min: 0, max: 20 }),
  startsAt: fc.integer({ min: 0, max: 23 }),
});
const syncsOf = (day: Parameters<typeof planDay>[0]): readonly Sync[] =>
  planDay(day).flatMap((event) => (event.kind === "SYNC" ? [event] : []));

describe("planDay()", () => {
  test("sends each operation of each phone exactly once within 24 hours", () => {
    fc.assert(
      fc.property(days, (day) => {
        const sent = syncsOf(day).flatMap(({ person, ordinals }) =>
          ordinals.map((ordinal) => person * day.operations + ordinal),
        );
        const all = Array.from({ length: day.offsets.length * day.operations }, (_, nth) => nth);
        expect(sent.toSorted((one, other) => one - other)).toEqual(all);
      }),
    );
  });

  test("reads as often as asked, and orders everything by the hours since the beginning", () => {
    fc.assert(
      fc.property(days, (day) => {
        const events = planDay(day);
        const count = (kind: string) => events.filter((event) => event.kind === kind).length;
        expect(count("READ")).toBe(day.offsets.length * day.reads);
        expect(count("COACH_READ")).toBe(day.coaches * day.coachReads);
        const hours = events.map(({ hour }) => hour);
        expect(hours.toSorted((one, other) => one - other)).toEqual(hours);
        for (const hour of hours) expect(hour >= 0 && hour < 24).toBe(true);
      }),
    );
  });

  test("follows the curve: until any hour a phone online is at most one operation away from it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 24 }),
        (count, hour) => {
          const quiet = { reads: 0, coaches: 0, coachReads: 0, startsAt: 0 };
          const syncs = syncsOf({ offsets: [0, 0], operations: count, ...quiet });
          const done = syncs.filter((sync) => sync.person === 1 && sync.hour < hour).length;
          expect(Math.abs(done - count * shareUntil(hour))).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test("lets a phone from the basement send what was logged there in one batch at 19:30", () => {
    const quiet = { reads: 0, coaches: 0, coachReads: 0, startsAt: 0 };
    const syncs = syncsOf({ offsets: [0], operations: 12, ...quiet });
    const burst = syncs.find(({ ordinals }) => ordinals.length > 1);
    expect([burst?.hour, burst?.ordinals.length]).toEqual([19.5, 2]);
  });

  test("begins the day of a zone ahead of UTC earlier by its offset", () => {
    const quiet = { operations: 3, reads: 0, coaches: 0, coachReads: 0 };
    const hoursOf = (offset: number, startsAt: number) =>
      syncsOf({ offsets: [offset], startsAt, ...quiet }).map(({ hour }) => hour);
    for (const [nth, hour] of hoursOf(-3, 3).entries())
      expect(hour).toBeCloseTo(hoursOf(0, 0)[nth] ?? Number.NaN, 9);
  });
});
