import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { DateTime } from "luxon";
import {
  dayAfter,
  dueDateOf,
  isoWeekday,
  localDateOf,
  localInstant,
  showSameTime,
  startOfLocalDay,
} from "../../rules/local-day.ts";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "America/Havana",
  "Asia/Kathmandu",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
] as const;

const zone = fc.constantFrom(...zones);
/** Whole minutes of the years in which all these zones have whole-minute offsets. */
const instant = fc
  .date({
    min: new Date("2012-01-01T00:00:00Z"),
    max: new Date("2037-01-01T00:00:00Z"),
    noInvalidDate: true,
  })
  .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000));

describe("The local day", () => {
  test.each([
    ["2026-07-01T22:30:00Z", "Europe/Berlin", "2026-07-02"],
    ["2026-01-01T22:30:00Z", "Europe/Berlin", "2026-01-01"],
    ["2026-05-05T18:14:59Z", "Asia/Kathmandu", "2026-05-05"],
    ["2026-05-05T18:15:00Z", "Asia/Kathmandu", "2026-05-06"],
    ["2026-01-15T12:59:59Z", "Australia/Lord_Howe", "2026-01-15"],
    ["2026-01-15T13:00:00Z", "Australia/Lord_Howe", "2026-01-16"],
    ["2026-07-15T13:29:59Z", "Australia/Lord_Howe", "2026-07-15"],
    ["2026-07-15T13:30:00Z", "Australia/Lord_Howe", "2026-07-16"],
    ["2026-03-01T10:00:00Z", "Pacific/Kiritimati", "2026-03-02"],
    ["2026-03-01T10:00:00Z", "Pacific/Pago_Pago", "2026-02-28"],
  ])("of %s in %s is %s", (at, timezone, expected) => {
    expect(localDateOf(new Date(at), timezone)).toBe(expected);
  });

  test("equals luxon's, in all zones and at all times", () => {
    const anyInstant = fc.date({
      min: new Date("0001-01-03T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    const anyZone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    fc.assert(
      fc.property(fc.oneof(instant, anyInstant), anyZone, (at, timezone) => {
        const day = DateTime.fromMillis(at.getTime(), { zone: timezone }).toISODate();
        expect(localDateOf(at, timezone)).toBe(day);
      }),
      { numRuns: 2_000 },
    );
  });

  test("of an unknown zone throws", () => {
    expect(() => localDateOf(new Date(0), "Mars/Olympus")).toThrow(RangeError);
  });
});

describe("A local time", () => {
  test.each([
    ["2026-07-01", "09:30", "Europe/Berlin", "2026-07-01T07:30:00.000Z"],
    ["2026-07-01", "09:30:15", "Asia/Kathmandu", "2026-07-01T03:45:15.000Z"],
    ["2026-01-15", "08:00", "Australia/Lord_Howe", "2026-01-14T21:00:00.000Z"],
    ["2026-07-15", "08:00", "Australia/Lord_Howe", "2026-07-14T21:30:00.000Z"],
  ])("%s %s in %s is the instant %s", (localDate, time, timezone, expected) => {
    expect(iso(localDate, time, timezone)).toBe(expected);
  });

  test("that the clocks skip moves by the gap: 02:30 becomes 03:30", () => {
    expect(iso("2026-03-29", "02:30", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
    expect(clockIn("Europe/Berlin", localInstant("2026-03-29", "02:30", "Europe/Berlin"))).toBe(
      "03:30",
    );
    expect(iso("2026-03-08", "02:00", "America/New_York")).toBe("2026-03-08T07:00:00.000Z");
  });

  test("that occurs twice is the first of the two instants", () => {
    expect(iso("2026-10-25", "02:30", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
    expect(iso("2026-11-01", "01:59", "America/New_York")).toBe("2026-11-01T05:59:00.000Z");
  });

  test("follows gaps and overlaps of half an hour: Lord Howe", () => {
    // Clocks go from 02:00 to 02:30 on the first Sunday of October, and back from 02:00 to 01:30 in April.
    expect(
      clockIn("Australia/Lord_Howe", localInstant("2026-10-04", "02:15", "Australia/Lord_Howe")),
    ).toBe("02:45");
    expect(iso("2026-04-05", "01:45", "Australia/Lord_Howe")).toBe("2026-04-04T14:45:00.000Z");
  });

  test("at the edge of a gap or an overlap belongs to its side", () => {
    expect(iso("2026-03-29", "01:59", "Europe/Berlin")).toBe("2026-03-29T00:59:00.000Z");
    expect(iso("2026-03-29", "03:00", "Europe/Berlin")).toBe("2026-03-29T01:00:00.000Z");
    expect(iso("2026-10-25", "03:00", "Europe/Berlin")).toBe("2026-10-25T02:00:00.000Z");
  });

  test("is an instant at which the clock shows it, if it ever does", () => {
    fc.assert(
      fc.property(zone, instant, (timezone, at) => {
        const shown = clockIn(timezone, at);
        const localDate = localDateOf(at, timezone);
        const found = localInstant(localDate, shown, timezone);
        expect(clockIn(timezone, found)).toBe(shown);
        expect(localDateOf(found, timezone)).toBe(localDate);
        expect(found.getTime()).toBeLessThanOrEqual(at.getTime());
      }),
    );
  });

  test("that is skipped up to midnight is the end of its day: Nuuk has no 23:00", () => {
    const times = ["22:59", "23:00", "23:30", "23:59"];
    expect(times.map((time) => iso("2027-03-27", time, "America/Nuuk"))).toEqual([
      "2027-03-28T00:59:00.000Z",
      "2027-03-28T01:00:00.000Z",
      "2027-03-28T01:00:00.000Z",
      "2027-03-28T01:00:00.000Z",
    ]);
  });

  test("of a date that never existed is on the next one: Apia had no 2011-12-30", () => {
    expect(iso("2011-12-30", "10:00", "Pacific/Apia")).toBe("2011-12-30T20:00:00.000Z");
    expect(clockIn("Pacific/Apia", new Date("2011-12-30T20:00:00Z"))).toBe("10:00");
  });

  test("that is invalid throws", () => {
    expect(() => localInstant("2026-02-30", "25:00", "UTC")).toThrow(RangeError);
  });
});

describe("Calendar days", () => {
  test("begin at their first instant, even if midnight is skipped", () => {
    // Beirut skips 00:00 to 01:00 on the last Sunday of March.
    expect(startOfLocalDay("2026-03-29", "Asia/Beirut").toISOString()).toBe(
      "2026-03-28T22:00:00.000Z",
    );
    expect(startOfLocalDay("2026-11-01", "America/Havana").toISOString()).toBe(
      "2026-11-01T04:00:00.000Z",
    );
  });

  test("begin where a gap ends, even if it began before midnight: Toronto in 1919", () => {
    // From 23:30 to 00:30.
    const [start, next] = ["1919-03-31", "1919-04-01"].map((day) =>
      startOfLocalDay(day, "America/Toronto"),
    );
    expect(start?.toISOString()).toBe("1919-03-31T04:30:00.000Z");
    expect(next?.toISOString()).toBe("1919-04-01T04:00:00.000Z");
    expect(iso("1919-03-30", "23:45", "America/Toronto")).toBe("1919-03-31T04:30:00.000Z");
  });

  test("include midnight at their end as a due time", () => {
    const dueOn = (at: string) => dueDateOf(new Date(at), "Europe/Berlin");
    expect(dueOn("2026-07-01T21:59:00Z")).toBe("2026-07-01");
    expect(dueOn("2026-07-01T22:00:00Z")).toBe("2026-07-01");
    expect(dueOn("2026-07-01T22:00:00.001Z")).toBe("2026-07-02");
  });

  test("begin before each of their instants, and the next one begins after", () => {
    fc.assert(
      fc.property(zone, instant, (timezone, at) => {
        const localDate = localDateOf(at, timezone);
        const start = startOfLocalDay(localDate, timezone).getTime();
        const next = startOfLocalDay(dayAfter(localDate), timezone).getTime();
        expect(start).toBeLessThanOrEqual(at.getTime());
        expect(next).toBeGreaterThan(at.getTime());
      }),
    );
  });

  test("follow each other over months, years and leap days", () => {
    expect(dayAfter("2026-12-31")).toBe("2027-01-01");
    expect(dayAfter("2028-02-28")).toBe("2028-02-29");
    expect(dayAfter("2026-03-28")).toBe("2026-03-29");
  });

  test("count Monday as 1 and Sunday as 7", () => {
    expect(isoWeekday("2026-11-23")).toBe(1);
    expect(isoWeekday("2026-11-29")).toBe(7);
  });

  test("are the same in zones that are the same under another name", () => {
    const at = new Date("2026-07-01T00:00:00Z");
    expect(showSameTime(at, "Europe/Kyiv", "Europe/Kiev")).toBe(true);
    expect(showSameTime(at, "Europe/Berlin", "UTC")).toBe(false);
  });
});

/** `HH:mm` that the clocks of a zone show, computed by the platform and not by the rule under test. */
function clockIn(timezone: string, at: Date): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(at);
}

function iso(localDate: string, time: string, timezone: string) {
  return localInstant(localDate, time, timezone).toISOString();
}
