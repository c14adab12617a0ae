import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { isSnoozable, presetUntil } from "../../rules/inbox/preset-until.ts";
import { dayAfter, localDateOf } from "../../rules/local-day.ts";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Asia/Tehran",
  "Asia/Kathmandu",
  "Atlantic/Azores",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Pacific/Niue",
];
const clock = (coachTimezone: string) => ({ coachTimezone, nextCheckInAt: null });

describe("A snooze", () => {
  test("by TOMORROW_MORNING ends at 08:00 of the coach's next day, in every zone and over both clock changes", () => {
    const anInstant = fc
      .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })
      .map((ms) => new Date(ms));
    fc.assert(
      fc.property(anInstant, fc.constantFrom(...ZONES), (now, zone) => {
        const until = presetUntil("TOMORROW_MORNING", now, clock(zone));
        if (until === null) throw new Error("Every day has a morning");
        expect(shown(until, zone)).toBe("08:00");
        expect(localDateOf(until, zone)).toBe(dayAfter(localDateOf(now, zone)));
        expect(until > now).toBe(true);
      }),
    );
  });

  test("by ONE_HOUR ends after an hour by any clock, even across a clock change", () => {
    const now = new Date("2026-03-29T00:30:00.000Z");
    const until = presetUntil("ONE_HOUR", now, clock("Europe/Berlin"));
    expect(until?.toISOString()).toBe("2026-03-29T01:30:00.000Z");
  });

  test("by NEXT_CHECK_IN ends on the day of the next planned check-in, and is refused without one", () => {
    const nextCheckInAt = new Date("2026-04-06T22:00:00.000Z");
    const now = new Date("2026-04-01T12:00:00.000Z");
    expect(presetUntil("NEXT_CHECK_IN", now, { ...clock("UTC"), nextCheckInAt })).toBe(
      nextCheckInAt,
    );
    expect(presetUntil("NEXT_CHECK_IN", now, clock("UTC"))).toBeNull();
  });

  test("by an own instant ends in the future, within 90 days", () => {
    const now = new Date("2026-04-01T12:00:00.000Z");
    const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000);
    const judged = [-1, 0, 0.001, 90, 91].map((days) => isSnoozable(daysLater(days), now));
    expect(judged).toEqual([false, false, true, true, false]);
  });
});

function shown(at: Date, timeZone: string) {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, hour: "2-digit", minute: "2-digit" }).format(
    at,
  );
}
