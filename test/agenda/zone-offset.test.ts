import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { DateTime, IANAZone } from "luxon";
import { localDateOf, localInstant, startOfLocalDay } from "../../rules/local-day.ts";
import { zoneOffset } from "../../rules/zone-offset.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONES = Intl.supportedValuesOf("timeZone");

/** Edges of the calendar, years of local mean time, famous changes of clocks. */
const INSTANTS = [
  "0001-01-03T00:00:00Z",
  "0099-12-31T23:59:59.999Z",
  "1582-10-15T12:00:00Z",
  "1847-12-01T00:01:15Z",
  "1911-03-10T23:50:39Z",
  "1969-12-31T23:59:59.001Z",
  "1970-01-01T00:00:00Z",
  "1972-01-07T00:44:30Z",
  "2011-12-30T09:59:59.999Z",
  "2011-12-30T10:00:00Z",
  "2018-11-04T03:00:00Z",
  "2024-02-29T23:30:00Z",
  "2026-02-15T02:00:00Z",
  "2026-03-29T01:00:00Z",
  "2026-12-31T23:59:59Z",
  "9999-12-29T00:00:00Z",
].map((instant) => Date.parse(instant));

const anyZone = fc.constantFrom(...ZONES);
/** The first instants of changed clocks, in any zone and since clocks are set by law. */
const change = fc
  .tuple(anyZone, fc.integer({ min: Date.UTC(1880, 0), max: Date.UTC(2040, 0) }))
  .map(([timezone, from]) => ({ timezone, at: changeAfter(timezone, from) }));
/** Around a change: its last and first millisecond, the edges of the hour that it skips or repeats, its days. */
const around = fc.constantFrom(-DAY_MS, -HOUR_MS, -1, 0, 1_001, HOUR_MS - 1, HOUR_MS, DAY_MS);

describe("The offset of a zone", () => {
  test("equals luxon's in all zones, at the edges of the calendar and around famous changes", () => {
    const differences = ZONES.flatMap((timezone) =>
      INSTANTS.filter((at) => zoneOffset(timezone, at) !== luxonOffset(timezone, at)).map(
        (at) => `${timezone} ${new Date(at).toISOString()}`,
      ),
    );
    expect(differences).toEqual([]);
  });

  test("equals luxon's around changes of clocks in any zone and year", () => {
    fc.assert(
      fc.property(change, around, ({ timezone, at }, distance) => {
        expect(zoneOffset(timezone, at + distance)).toBe(luxonOffset(timezone, at + distance));
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ["Africa/Monrovia", "1971-12-31T00:00:00Z", -(44 * 60 + 30) * 1_000],
    ["Europe/Berlin", "1850-06-01T00:00:00Z", (53 * 60 + 28) * 1_000],
    ["America/Juneau", "1867-10-17T00:00:00Z", ((15 * 60 + 2) * 60 + 19) * 1_000],
    ["Africa/Casablanca", "2026-02-14T12:00:00Z", HOUR_MS],
    ["Africa/Casablanca", "2026-03-01T12:00:00Z", 0],
  ])("of %s at %s is %d ms", (timezone, at, expected) => {
    expect(zoneOffset(timezone, Date.parse(at))).toBe(expected);
  });

  test.each(["Mars/Olympus", "", "local", "UTC+3", "Europe/Berlin "])(
    "of the unknown zone %j is no number, and its local day is refused",
    (timezone) => {
      expect(zoneOffset(timezone, 0)).toBeNaN();
      const refusal = new RangeError(`Unknown time zone: ${timezone}`);
      expect(() => localDateOf(new Date(0), timezone)).toThrow(refusal);
      expect(() => localDateOf(new Date(-1), timezone)).toThrow(refusal);
    },
  );

  test("of an instant outside the calendar is no number", () => {
    expect(zoneOffset("Europe/Berlin", Number.NaN)).toBeNaN();
    expect(zoneOffset("Europe/Berlin", 8_640_000_000_000_001)).toBeNaN();
    expect(() => localDateOf(new Date(Number.NaN), "Europe/Berlin")).toThrow(RangeError);
  });
});

describe("Around changes of clocks in any zone and year", () => {
  test("a local day is luxon's, and begins at its first instant", () => {
    fc.assert(
      fc.property(change, around, ({ timezone, at }, distance) => {
        const day = luxonDay(timezone, at + distance);
        expect(localDateOf(new Date(at + distance), timezone)).toBe(day);
        const start = startOfLocalDay(day, timezone).getTime();
        expect(luxonDay(timezone, start)).toBe(day);
        expect(luxonDay(timezone, start - 1) < day).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("a local time is the first instant at which luxon's clocks show it", () => {
    fc.assert(
      fc.property(change, around, ({ timezone, at }, distance) => {
        const shown = DateTime.fromMillis(at + distance, { zone: timezone });
        const [day, time] = [shown.toFormat("yyyy-MM-dd"), shown.toFormat("HH:mm:ss")];
        const found = localInstant(day, time, timezone).getTime();
        expect(found).toBe(firstShown(timezone, Date.parse(`${day}T${time}Z`)));
      }),
      { numRuns: 200 },
    );
  });

  test("a skipped midnight begins its day later: São Paulo until 2018", () => {
    const start = startOfLocalDay("2018-11-04", "America/Sao_Paulo");
    expect(start.toISOString()).toBe("2018-11-04T03:00:00.000Z");
    expect(localInstant("2018-11-04", "00:30", "America/Sao_Paulo").toISOString()).toBe(
      "2018-11-04T03:30:00.000Z",
    );
  });
});

/** Luxon counts minutes; those of local mean time are fractions. */
function luxonOffset(timezone: string, at: number): number {
  return Math.round(IANAZone.create(timezone).offset(at) * 60_000);
}

function luxonDay(timezone: string, at: number): string {
  return DateTime.fromMillis(at, { zone: timezone }).toISODate() ?? "";
}

/** The first change in the years after an instant, or that instant if clocks do not change. */
function changeAfter(timezone: string, from: number): number {
  const before = luxonOffset(timezone, from);
  const days = Array.from({ length: 15 }, (_, step) => from + step * 50 * DAY_MS);
  let changed = days.find((day) => luxonOffset(timezone, day) !== before);
  if (changed === undefined) return from;
  let known = changed - 50 * DAY_MS;
  while (changed - known > 1) {
    const middle = Math.floor((known + changed) / 2);
    if (luxonOffset(timezone, middle) === before) known = middle;
    else changed = middle;
  }
  return changed;
}

/** The first instant at which clocks show a time, given as if it were UTC; found by trying the offsets around it. */
function firstShown(timezone: string, wall: number): number {
  const hours = Array.from({ length: 61 }, (_, hour) => wall + (hour - 30) * HOUR_MS);
  const tried = hours.map((hour) => wall - luxonOffset(timezone, hour));
  return Math.min(...tried.filter((at) => at + luxonOffset(timezone, at) === wall));
}
