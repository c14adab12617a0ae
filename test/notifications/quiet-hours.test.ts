import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { DateTime } from "luxon";
import { quietUntil, type QuietHours } from "../../rules/notifications/quiet-hours.ts";

const NIGHT: QuietHours = { fromMinute: 21 * 60, untilMinute: 8 * 60 };
const MINUTE_MS = 60_000;

describe("quiet hours", () => {
  test.each([
    ["in the evening end the next morning", "2026-03-10T21:30:00Z", "2026-03-11T08:00:00.000Z"],
    ["begin at their first minute", "2026-03-10T21:00:00Z", "2026-03-11T08:00:00.000Z"],
    ["after midnight end the same morning", "2026-03-11T00:10:30Z", "2026-03-11T08:00:00.000Z"],
    ["are over at their last minute", "2026-03-11T08:00:00Z", null],
    ["are not by day", "2026-03-11T12:00:00Z", null],
  ])("%s", (_, now, expected) => {
    expect(until(now, "UTC")).toBe(expected);
  });

  test.each([
    ["the short night of Berlin", "Europe/Berlin", "2026-03-28T22:00:00Z", "2026-03-29T06:00:00Z"],
    ["the long night of Berlin", "Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T07:00:00Z"],
    [
      "half an hour of Lord Howe",
      "Australia/Lord_Howe",
      "2026-04-04T12:00:00Z",
      "2026-04-04T21:30:00Z",
    ],
    [
      "three quarters of Kathmandu",
      "Asia/Kathmandu",
      "2026-05-01T16:00:00Z",
      "2026-05-02T02:15:00Z",
    ],
  ])("follow the local clocks: %s", (_, ...[zone, now, expected]) => {
    expect(until(now, zone)).toBe(new Date(expected).toISOString());
  });

  test("whose end is skipped are over when the clocks go forward", () => {
    const quiet = { fromMinute: 60, untilMinute: 150 };
    expect(until("2026-03-29T00:30:00Z", "Europe/Berlin", quiet)).toBe("2026-03-29T01:00:00.000Z");
  });

  test("whose end occurs twice are over at the first, and return with the repeated hour", () => {
    const quiet = { fromMinute: 60, untilMinute: 150 };
    expect(until("2026-10-24T23:30:00Z", "Europe/Berlin", quiet)).toBe("2026-10-25T00:30:00.000Z");
    expect(until("2026-10-25T00:45:00Z", "Europe/Berlin", quiet)).toBe(null);
    expect(until("2026-10-25T01:15:00Z", "Europe/Berlin", quiet)).toBe("2026-10-25T01:30:00.000Z");
  });

  test("end at the first minute outside of them on local clocks, whatever the zone, day and hours", () => {
    const zones = [
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      "America/Havana",
      "Africa/Cairo",
      "Pacific/Apia",
      "America/St_Johns",
      "UTC",
    ];
    // The days around clock changes in these zones, and some others.
    const days = [
      "2026-03-08",
      "2026-03-29",
      "2026-04-04",
      "2026-04-24",
      "2026-10-25",
      "2026-11-01",
    ];
    const start = fc
      .tuple(fc.constantFrom(...days), fc.integer({ min: -1_440, max: 1_440 }), fc.nat(59))
      .map(([day, minutes, seconds]) => Date.parse(day) + minutes * MINUTE_MS + seconds * 1_000);
    const minute = fc.nat(1_439);
    const hours = fc
      .record({ fromMinute: minute, untilMinute: minute })
      .filter(({ fromMinute, untilMinute }) => fromMinute !== untilMinute);
    fc.assert(
      fc.property(fc.constantFrom(...zones), start, hours, (zone, now, quiet) => {
        const found = quietUntil(new Date(now), zone, quiet);
        expect(found?.getTime() ?? null).toBe(steppedUntil(now, zone, quiet));
      }),
    );
  });
});

/** The same result, found by stepping through the clock minute by minute. */
function steppedUntil(now: number, zone: string, quiet: QuietHours): number | null {
  const { fromMinute, untilMinute } = quiet;
  const isQuiet = (instant: number) => {
    const { hour, minute } = DateTime.fromMillis(instant, { zone });
    const shown = hour * 60 + minute;
    const over = fromMinute > untilMinute;
    return over
      ? !(shown >= untilMinute && shown < fromMinute)
      : shown >= fromMinute && shown < untilMinute;
  };
  if (!isQuiet(now)) return null;
  let instant = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  while (isQuiet(instant)) instant += MINUTE_MS;
  return instant;
}

function until(now: string, timezone: string, quiet = NIGHT) {
  return quietUntil(new Date(now), timezone, quiet)?.toISOString() ?? null;
}
