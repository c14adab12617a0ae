import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { addDays } from "../../rules/local-day.ts";
import { type DaySpan, layIntoDay, type PlannedTimes } from "../../rules/plans/lay-into-day.ts";
import { clockOf, oddDays, oneOfEachShape } from "../factories/agenda/odd-days.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SEED = campaignSeed();

const clocks = new Map(
  Intl.supportedValuesOf("timeZone").map((timezone) => [timezone, clockOf(timezone)]),
);
const zones = [...clocks.keys()];
const days = oddDays();

const timeOf = (minute: number) => new Date(minute * MINUTE_MS).toISOString().slice(11, 16);
const aTime = fc.option(fc.integer({ min: 0, max: 1_439 }).map(timeOf));
const someTimes = fc.record({ startTime: aTime, dueTime: aTime });

describe("A plan's times on a local day (docs/rooms/agenda.md#local-times)", () => {
  test("keep the rules on one day of each kind of clock change from 2020 to 2035, around each change", () => {
    const shapes = oneOfEachShape(days);
    const complaints = shapes.flatMap(({ timezone, localDate, changesAt, gapMinutes }) => {
      const near = [-30, 0, 15, gapMinutes, gapMinutes + 15].map((minutes) => changesAt + minutes);
      const tried = [0, 30, ...near, 1_410].map((minute) => timeOf((minute + 1_440) % 1_440));
      const times = [null, ...new Set(tried)];
      return times.flatMap((startTime) =>
        times.flatMap((dueTime) => complaintOf(timezone, localDate, { startTime, dueTime }) ?? []),
      );
    });
    expect(complaints).toEqual([]);
    expect(shapes.length).toBeGreaterThan(150);
  });

  test(`keep the rules at any minute of all odd days in all zones (--seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.constantFrom(...days), someTimes, ({ timezone, localDate }, times) => {
        expect(complaintOf(timezone, localDate, times)).toBeNull();
      }),
      // A case of this test is cheap, so it runs ten times as many.
      { numRuns: 10 * campaignSize("DRAWN_CASES", 250), seed: SEED },
    );
  });

  test("are minutes from midnight on ordinary days, in all zones", () => {
    const aDay = fc.integer({ min: 0, max: 16 * 365 }).map((count) => addDays("2020-01-01", count));
    fc.assert(
      fc.property(fc.constantFrom(...zones), aDay, someTimes, (timezone, localDate, times) => {
        const midnight = Date.parse(`${localDate}T00:00Z`);
        const clock = clocks.get(timezone) ?? clockOf(timezone);
        const offsets = [-1, 0, 1, 2].map((count) => {
          const near = midnight + count * DAY_MS;
          return clock.localMs(near) - near;
        });
        fc.pre(new Set(offsets).size === 1);
        const { startTime, dueTime } = times;
        const at = (timeOfDay: string) =>
          Date.parse(`${localDate}T${timeOfDay}Z`) - Number(offsets[0]);
        const isDueByMidnight = dueTime === null || dueTime <= (startTime ?? "00:00");
        expect(layIntoDay(times, localDate, timezone)).toMatchObject({
          displayFrom: new Date(at(startTime ?? "00:00")),
          displayUntil: new Date(isDueByMidnight ? at("00:00") + DAY_MS : at(dueTime)),
        });
      }),
      { numRuns: campaignSize("DRAWN_CASES", 500), seed: SEED },
    );
  });

  test.each([
    [
      "keep their length from a skipped start if the due time would come before it",
      ["Europe/Berlin", "2027-03-28", "02:30", "03:15"],
      ["2027-03-28T01:30", "2027-03-28T02:15", "2027-03-28T01:30", "2027-03-28T02:15"],
    ],
    [
      "move only a skipped start if the due time comes after it",
      ["Europe/Berlin", "2027-03-28", "02:30", "09:00"],
      ["2027-03-28T01:30", "2027-03-28T07:00", "2027-03-28T01:30", "2027-03-28T07:00"],
    ],
    [
      "are due an hour after midnight when the day begins at 01:00",
      ["Africa/Cairo", "2027-04-30", null, "01:00"],
      [null, "2027-04-29T23:00", "2027-04-29T22:00", "2027-04-29T23:00"],
    ],
    [
      "start in the last half hour of a day that ends before the start",
      ["America/Nuuk", "2027-03-27", "23:30", null],
      ["2027-03-28T00:30", null, "2027-03-28T00:30", "2027-03-28T01:00"],
    ],
    [
      "are due at the end of a day that ends before the due time",
      ["America/Nuuk", "2027-03-27", "22:00", "23:30"],
      ["2027-03-28T00:00", "2027-03-28T01:00", "2027-03-28T00:00", "2027-03-28T01:00"],
    ],
    [
      "end with the day if due at 00:00",
      ["Europe/Berlin", "2027-06-01", null, "00:00"],
      [null, "2027-06-01T22:00", "2027-05-31T22:00", "2027-06-01T22:00"],
    ],
    [
      "end with a day of 25 hours if due at 00:00",
      ["Africa/Cairo", "2027-10-28", "22:00", "00:00"],
      ["2027-10-28T19:00", "2027-10-28T22:00", "2027-10-28T19:00", "2027-10-28T22:00"],
    ],
    [
      "end with the day if due before the start, as in an old revision",
      ["UTC", "2027-06-01", "10:00", "09:00"],
      ["2027-06-01T10:00", "2027-06-02T00:00", "2027-06-01T10:00", "2027-06-02T00:00"],
    ],
  ] as const)("%s", (_, [timezone, localDate, startTime, dueTime], expected) => {
    expect(iso(layIntoDay({ startTime, dueTime }, localDate, timezone))).toEqual(expected);
  });
});

function iso({ startsAt, dueAt, displayFrom, displayUntil }: DaySpan) {
  return [startsAt, dueAt, displayFrom, displayUntil].map(
    (at) => at?.toISOString().slice(0, 16) ?? null,
  );
}

/** Says which rule a span breaks, judged by clocks alone; null if none. */
function complaintOf(
  timezone: string,
  localDate: string,
  times: PlannedTimes,
): Readonly<Record<string, unknown>> | null {
  const clock = clocks.get(timezone) ?? clockOf(timezone);
  const { startsAt, dueAt, displayFrom, displayUntil } = layIntoDay(times, localDate, timezone);
  const [from, until] = [displayFrom.getTime(), displayUntil.getTime()];
  const dateAt = (at: number) => new Date(clock.localMs(at)).toISOString().slice(0, 10);
  const timeAt = (at: number) => timeOf(clock.localMs(at) / MINUTE_MS);
  /** Whether the clocks show a time at any instant of the day. */
  const isShown = (timeOfDay: string) =>
    [from - DAY_MS, until + DAY_MS].some((near) => {
      const wall = Date.parse(`${localDate}T${timeOfDay}Z`);
      return clock.localMs(wall - (clock.localMs(near) - near)) === wall;
    });
  const { startTime, dueTime } = times;
  const isDueByMidnight = dueTime === null || dueTime <= (startTime ?? "00:00");
  const law = {
    "is not empty": from < until,
    "begins on its day": dateAt(from) === localDate,
    "ends on its day": dateAt(until - MINUTE_MS) === localDate,
    "has its own instants": startsAt === null || startsAt.getTime() === from,
    "has its own due instant": dueAt === null || dueAt.getTime() === until,
    "has the times that its plan has":
      (startsAt === null) === (startTime === null) && (dueAt === null) === (dueTime === null),
    "starts with its day": startTime !== null || dateAt(from - MINUTE_MS) < localDate,
    "ends with its day": !isDueByMidnight || dateAt(until) > localDate || !isShown("23:59"),
    "starts when clocks show it":
      startTime === null || !isShown(startTime) || timeAt(from) === startTime,
    "is due when clocks show it":
      isDueByMidnight ||
      !isShown(dueTime) ||
      timeAt(until) === dueTime ||
      (startTime !== null && !isShown(startTime)) ||
      timeAt(from) >= dueTime,
  };
  const broken = Object.entries(law).filter(([, isTrue]) => !isTrue);
  return broken.length === 0 ? null : { timezone, localDate, ...times, broken: broken.flat() };
}
