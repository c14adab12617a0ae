import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type Calendar,
  calendarBefore,
  advanceCalendar,
} from "../../rules/agenda/calendar/calendar.ts";
import { dayAfter, localDateOf } from "../../rules/local-day.ts";
import { chooseZone, type RelationshipZone } from "../../rules/relationships/relationship-zone.ts";
import { campaignSize } from "../harness/campaign.ts";

const HOUR_MS = 3_600_000;

describe("A calendar", () => {
  test("begins at once with the present date", () => {
    const { calendar, days, former } = begin("Asia/Kathmandu", "2026-05-05T18:15:00Z");
    expect(days).toMatchObject([{ localDate: "2026-05-06", notOffered: false, endsAt: null }]);
    expect(calendar).toEqual({
      localDate: "2026-05-06",
      timezone: "Asia/Kathmandu",
      nextDayAt: new Date("2026-05-06T18:15:00Z"),
    });
    expect(former).toMatchObject({ endsAt: new Date("2026-05-05T18:15:00Z") });
  });

  test("stays unchanged before its next day begins", () => {
    const { calendar } = begin("Europe/Berlin", "2026-06-10T08:00:00Z");
    const turn = advanceCalendar(
      calendar,
      livingIn("Europe/Berlin"),
      new Date("2026-06-10T21:59Z"),
    );
    expect(turn).toEqual({ calendar, days: [], former: null });
  });

  test("plans the close of a day when the next day begins, for the end of that day", () => {
    const { calendar } = begin("Europe/Berlin", "2026-06-10T08:00:00Z");
    const { former, days } = advanceCalendar(
      calendar,
      livingIn("Europe/Berlin"),
      new Date("2026-06-12T00:00Z"),
    );
    expect(former).toEqual({
      endsAt: new Date("2026-06-10T22:00Z"),
      closesAt: new Date("2026-06-11T22:00Z"),
    });
    expect(days).toMatchObject([
      { localDate: "2026-06-11", notOffered: true, closesAt: new Date("2026-06-12T22:00Z") },
      { localDate: "2026-06-12", notOffered: false, closesAt: null },
    ]);
  });

  test("begins a day at the end of the gap if its midnight does not exist", () => {
    // Beirut and Cairo skip 00:00 to 01:00, Santiago and the Azores too.
    const { calendar } = begin("Asia/Beirut", "2026-03-27T12:00:00Z");
    expect(beginnings(calendar, livingIn("Asia/Beirut"), "2026-03-30T00:00Z")).toEqual([
      ["2026-03-28", "2026-03-27T22:00"],
      ["2026-03-29", "2026-03-28T22:00"],
      ["2026-03-30", "2026-03-29T21:00"],
    ]);
  });

  test.each([
    // Clocks go back from 00:00 to 23:00, or from 01:00 to 00:00: the date that follows begins once.
    ["Africa/Cairo", "2026-10-28T12:00:00Z", ["2026-10-29T22:00", "2026-10-30T22:00"]],
    ["America/Havana", "2026-10-30T12:00:00Z", ["2026-11-01T04:00", "2026-11-02T05:00"]],
    ["America/Santiago", "2026-04-02T12:00:00Z", ["2026-04-04T03:00", "2026-04-05T04:00"]],
    ["Atlantic/Azores", "2026-10-23T12:00:00Z", ["2026-10-25T00:00", "2026-10-26T01:00"]],
  ])("begins the date once if %s has two midnights", (timezone, at, [one, two]) => {
    const { calendar } = begin(timezone, at);
    const until = new Date(Date.parse(at) + 96 * HOUR_MS).toISOString();
    const begun = beginnings(calendar, livingIn(timezone), until);
    expect(begun.map(([, beginsAt]) => beginsAt)).toEqual(expect.arrayContaining([one, two]));
    const dates = begun.map(([localDate]) => localDate);
    expect(new Set(dates).size).toBe(dates.length);
  });

  test("that moves west over the date line has one date of 49 hours and never repeats one", () => {
    const { calendar } = begin("Pacific/Kiritimati", "2026-06-10T08:00:00Z");
    const now = new Date("2026-06-10T09:00:00Z");
    const zone = chooseZone(livingIn("Pacific/Kiritimati"), "Pacific/Niue", {
      now,
      nextDayAt: calendar.nextDayAt,
    });
    const moved = advanceCalendar(calendar, zone, new Date("2026-06-10T10:00:00Z"));
    expect(moved).toMatchObject({ days: [], calendar: { localDate: "2026-06-10" } });
    expect(beginnings(moved.calendar, zone, "2026-06-11T11:00:00Z")).toEqual([
      ["2026-06-11", "2026-06-11T11:00"],
    ]);
  });

  test("that moves east over the date line skips a date that then never existed", () => {
    const { calendar } = begin("Pacific/Niue", "2026-06-10T12:00:00Z");
    const now = new Date("2026-06-10T13:00:00Z");
    const zone = chooseZone(livingIn("Pacific/Niue"), "Pacific/Kiritimati", {
      now,
      nextDayAt: calendar.nextDayAt,
    });
    expect(beginnings(calendar, zone, "2026-06-12T10:00:00Z")).toEqual([
      ["2026-06-12", "2026-06-11T11:00"],
      ["2026-06-13", "2026-06-12T10:00"],
    ]);
  });

  test("that was stopped continues with the present date", () => {
    const { calendar } = begin("UTC", "2026-06-10T08:00:00Z");
    const still = { ...calendar, nextDayAt: null };
    const later = advanceCalendar(still, livingIn("UTC"), new Date("2026-06-15T15:00:00Z"));
    expect(later.days).toMatchObject([{ localDate: "2026-06-15", notOffered: false }]);
    const sameDay = advanceCalendar(still, livingIn("UTC"), new Date("2026-06-10T20:00:00Z"));
    expect(sameDay).toEqual({ calendar, days: [], former: null });
  });
});

const zones = Intl.supportedValuesOf("timeZone");

/** One step: hours pass, the client moves, the calendar stops, or no scan runs. */
const anEvent = fc.record({
  afterHours: fc.integer({ min: 0, max: 60 }),
  moveTo: fc.option(fc.constantFrom(...zones), { nil: null, freq: 2 }),
  stopsForHours: fc.option(fc.integer({ min: 1, max: 90 }), { nil: null, freq: 6 }),
});

test("In all zones, with any moves and pauses, each date begins once and in order, and never ends before its close", () => {
  const from = fc.date({
    min: new Date("2024-01-01T00:00:00Z"),
    max: new Date("2030-12-01T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      from,
      fc.array(anEvent, { minLength: 1, maxLength: 12 }),
      (home, at, events) => {
        let now = at;
        let zone = livingIn(home);
        let calendar: Calendar = calendarBefore(now, home);
        const dates: string[] = [];
        const turn = () => {
          const { days, former, calendar: turned } = advanceCalendar(calendar, zone, now);
          for (const { localDate, endsAt, closesAt } of days) {
            expect(localDate > (dates.at(-1) ?? "")).toBe(true);
            dates.push(localDate);
            if (endsAt !== null && closesAt !== null)
              expect(closesAt.getTime() - endsAt.getTime()).toBeGreaterThanOrEqual(22 * HOUR_MS);
          }
          expect(former === null).toBe(days.length === 0);
          expect(turned.localDate).toBe(dates.at(-1));
          expect(turned.nextDayAt > now).toBe(true);
          calendar = turned;
        };
        turn();
        expect(dates).toEqual([localDateOf(now, home)]);
        for (const { afterHours, moveTo, stopsForHours } of events) {
          now = new Date(now.getTime() + afterHours * HOUR_MS);
          turn();
          if (stopsForHours !== null) {
            calendar = { ...calendar, nextDayAt: null };
            now = new Date(now.getTime() + stopsForHours * HOUR_MS);
          }
          if (moveTo !== null) {
            zone = chooseZone(zone, moveTo, { now, nextDayAt: calendar.nextDayAt });
          }
          turn();
        }
      },
    ),
    { numRuns: campaignSize("DRAWN_CASES", 100) },
  );
});

test("A client who stays in one zone has every date, and each day lasts 22 to 26 hours", () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 7 * 12 }), (home, month) => {
      const start = new Date(Date.UTC(2024, month, 1));
      const zone = livingIn(home);
      const { days } = advanceCalendar(
        calendarBefore(start, home),
        zone,
        new Date(Date.UTC(2024, month + 1, 5)),
      );
      for (const [index, { localDate, beginsAt, endsAt }] of days.entries()) {
        const before = days[index - 1];
        if (before !== undefined) expect(localDate).toBe(dayAfter(before.localDate));
        if (index === 0 || endsAt === null) continue;
        const hours = (endsAt.getTime() - beginsAt.getTime()) / HOUR_MS;
        expect(hours).toBeGreaterThanOrEqual(22);
        expect(hours).toBeLessThanOrEqual(26);
      }
    }),
    { numRuns: campaignSize("DRAWN_CASES", 100) },
  );
});

function livingIn(timezone: string): RelationshipZone {
  return {
    timezone,
    nextTimezone: null,
    zoneChangesAt: null,
  };
}

/** The calendar of a relationship that begins at an instant. */
function begin(timezone: string, at: string) {
  const now = new Date(at);
  return advanceCalendar(calendarBefore(now, timezone), livingIn(timezone), now);
}

/** The dates that begin from then on until an instant, each with its instant. */
function beginnings(calendar: Calendar, zone: RelationshipZone, until: string) {
  const { days } = advanceCalendar(calendar, zone, new Date(until));
  return days.map(({ localDate, beginsAt }) => [localDate, beginsAt.toISOString().slice(0, 16)]);
}
