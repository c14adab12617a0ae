import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { agedFrom, holdsUntil, type PassingFacts } from "../../rules/agenda/holds-until.ts";
import { nextClockChange, showSameTime } from "../../rules/local-day.ts";

const at = (text: string) => new Date(text);
const now = at("2026-10-24T22:00:00.000Z");

describe("A response of today is valid", () => {
  test("until refetchAfter, or until something in it changes", () => {
    expect(holdsUntil(facts())).toEqual(at("2026-10-25T12:00:00.000Z"));
    const nextDayAt = at("2026-10-25T08:00:00.000Z");
    expect(holdsUntil(facts({ nextDayAt }))).toEqual(nextDayAt);
    const reorderMs = [null, Date.parse("2026-10-25T07:00:00.000Z")];
    expect(holdsUntil(facts({ nextDayAt, reorderMs }))).toEqual(at("2026-10-25T07:00:00.000Z"));
    const aged = [null, agedFrom(at("2026-07-27T06:00:00.000Z"))];
    expect(holdsUntil(facts({ nextDayAt, aged }))).toEqual(at("2026-10-25T06:00:00.000Z"));
  });

  test("until the next clock change in one of the two zones", () => {
    const zones = ["Asia/Kathmandu", "Europe/Berlin"];
    expect(holdsUntil(facts({ zones }))).toEqual(at("2026-10-25T01:00:00.000Z"));
    expect(holdsUntil(facts({ zones: ["Asia/Kathmandu", "UTC"] }))).toEqual(facts().refetchAfter);
  });

  test("even if the day is late or the cursor is old", () => {
    const behind = at("2026-10-24T21:00:00.000Z");
    const late = facts({ nextDayAt: behind, aged: [behind], reorderMs: [behind.getTime()] });
    expect(holdsUntil(late)).toEqual(late.refetchAfter);
  });
});

test("Two zones show the same time between clock changes, or never do", () => {
  const zone = fc.constantFrom("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC");
  fc.assert(
    fc.property(zone, zone, fc.integer({ min: 0, max: 365 }), (one, other, day) => {
      const from = new Date(Date.UTC(2026, 0, 1 + day));
      const to = new Date(from.getTime() + 2 * 86_400_000);
      const puts = [one, other].map((each) => nextClockChange(each, from, to) ?? to);
      const first = Math.min(...puts.map((put) => put.getTime()));
      const same = showSameTime(from, one, other);
      for (let ms = from.getTime(); ms < first; ms += 1_800_000)
        expect(showSameTime(new Date(ms), one, other)).toBe(same);
      expect(showSameTime(new Date(first - 1), one, other)).toBe(same);
    }),
  );
});

function facts(changes: Partial<PassingFacts> = {}): PassingFacts {
  return {
    now,
    refetchAfter: at("2026-10-25T12:00:00.000Z"),
    nextDayAt: null,
    reorderMs: [],
    zones: [],
    aged: [],
    ...changes,
  };
}
