import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { dayAfter } from "../../rules/local-day.ts";
import type { RelationshipZone } from "../../rules/relationships/relationship-zone.ts";
import {
  decideReminders,
  nextReminderAt,
  remindersFrom,
  resumedFrom,
} from "../../rules/onboarding/next-reminder.ts";
import {
  changesClocks,
  clockFace,
  predictReminders,
  REMINDED_ZONES,
} from "../factories/onboarding/reminder-calendar.ts";
import { chooseZoneAt } from "../factories/relationships/choose-zone-at.ts";
import { campaignSize } from "../harness/campaign.ts";

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

const later = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);

/** All days lie within the first week. */
const days = { cadence: "DAILY", since: "2100-01-01" } as const;

describe("reminders match a plain calendar, at 10:00 in the client's zone", () => {
  describe.each([
    ["in spring", "2026-03-01T12:00:00Z"],
    ["when Chile's spring begins", "2026-08-25T12:00:00Z"],
    ["in autumn", "2026-09-20T12:00:00Z"],
  ])("45 days %s, with clock changes", (_, start) => {
    test.each(REMINDED_ZONES)("%s", (timezone) => {
      const since = new Date(start);
      const reminders = walk(inZone(timezone), since, later(since, 45));
      expect(reminders).toEqual(predicted(inZone(timezone), since, later(since, 45)));
      expect(reminders.length).toBeGreaterThanOrEqual(44);
      expect(reminders.map(({ at }) => clockFace(at, timezone).time)).toEqual(
        reminders.map(() => "10:00"),
      );
    });
  });

  test("each zone that has both clock changes meets both", () => {
    const met = (start: string) => {
      const since = new Date(start);
      const until = later(since, 45);
      return REMINDED_ZONES.filter((zone) => changesClocks(zone, since, until));
    };
    const inSpring = met("2026-03-01T12:00:00Z");
    const laterOn = [...met("2026-08-25T12:00:00Z"), ...met("2026-09-20T12:00:00Z")];
    expect(inSpring).toHaveLength(7);
    expect([...new Set(laterOn)].toSorted()).toEqual(inSpring.toSorted());
  });

  test.each([
    ["east", "Europe/Berlin", "Asia/Tokyo"],
    ["east across the day", "America/Los_Angeles", "Asia/Tokyo"],
    ["east across the whole day", "Pacific/Pago_Pago", "Pacific/Kiritimati"],
    ["west", "Asia/Tokyo", "Europe/Berlin"],
    ["west across the day", "Asia/Tokyo", "America/Los_Angeles"],
    ["west across the whole day", "Pacific/Kiritimati", "Pacific/Pago_Pago"],
    ["by a quarter of an hour", "Asia/Kolkata", "Asia/Kathmandu"],
    ["to Lord Howe, before its clocks change", "Asia/Kathmandu", "Australia/Lord_Howe"],
  ])("a move %s in the middle", (_, former, next) => {
    const since = new Date("2026-09-20T05:00:00Z");
    for (let hour = 0; hour < 24; hour += 1) {
      const zone = chooseZoneAt(inZone(former), next, later(since, 10 + hour / 24));
      expect(walk(zone, since, later(since, 30))).toEqual(predicted(zone, since, later(since, 30)));
    }
  });

  test("a day that Samoa skipped has no reminder", () => {
    const since = new Date("2011-12-28T12:00:00Z");
    const dates = walk(inZone("Pacific/Apia"), since, later(since, 5)).map((r) => r.localDate);
    expect(dates).toEqual(["2011-12-29", "2011-12-31", "2012-01-01", "2012-01-02"]);
  });

  test("a day on which clocks show only the evening has no reminder", () => {
    const zone = chooseZoneAt(
      inZone("Pacific/Pago_Pago"),
      "Pacific/Auckland",
      new Date("2026-05-10T20:00:00Z"),
    );
    expect(nextReminderAt("2026-05-11", zone)).toEqual(new Date("2026-05-11T22:00:00Z"));
  });

  test("a day that begins after 10:00 has it at once", () => {
    const zone = chooseZoneAt(
      inZone("America/Los_Angeles"),
      "Asia/Tokyo",
      new Date("2026-05-10T20:00:00Z"),
    );
    const at = nextReminderAt("2026-05-11", zone);
    expect(at).toEqual(zone.zoneChangesAt);
    expect(clockFace(at, "Asia/Tokyo")).toEqual({ localDate: "2026-05-11", time: "16:00" });
  });
});

describe("the first reminder", () => {
  test.each([
    ["2026-05-05T06:00:00Z", "Europe/Berlin", "2026-05-06"],
    ["2026-05-05T21:59:00Z", "Europe/Berlin", "2026-05-06"],
    ["2026-05-05T22:00:00Z", "Europe/Berlin", "2026-05-07"],
  ])("after a skip at %s in %s is on %s, the local day after", (at, timezone, expected) => {
    expect(remindersFrom(new Date(at), inZone(timezone))).toBe(expected);
  });

  test("after a skip near a move is on the next day by the clock in force then", () => {
    const zone = chooseZoneAt(
      inZone("Europe/Berlin"),
      "Asia/Tokyo",
      new Date("2026-05-05T10:00:00Z"),
    );
    const movedAt = zone.zoneChangesAt?.getTime() ?? 0;
    const minute = 60_000;
    for (const at of [new Date(movedAt - minute), new Date(movedAt + 2 * minute)]) {
      const timezone = at.getTime() < movedAt ? "Europe/Berlin" : "Asia/Tokyo";
      expect(remindersFrom(at, zone)).toBe(dayAfter(clockFace(at, timezone).localDate));
    }
    const evening = new Date("2026-05-06T15:30:00Z");
    expect(remindersFrom(evening, zone)).toBe("2026-05-08");
    expect(remindersFrom(evening, inZone("Europe/Berlin"))).toBe("2026-05-07");
  });

  test.each([
    ["2026-05-05T07:59:59Z", "2026-05-05"],
    ["2026-05-05T08:00:00Z", "2026-05-06"],
  ])("after a pause that ends at %s in Berlin is on %s", (at, expected) => {
    expect(resumedFrom(new Date(at), inZone("Europe/Berlin"))).toBe(expected);
  });
});

describe("a late wake-up", () => {
  const zone = inZone("Europe/Berlin");
  const from = "2026-05-05";

  test.each([
    ["09:59 of the first day", "2026-05-05T07:59:59Z", [], "2026-05-05"],
    ["20:59", "2026-05-05T18:59:59Z", ["2026-05-05 DUE"], "2026-05-06"],
    ["21:00", "2026-05-05T19:00:00Z", ["2026-05-05 WINDOW_MISSED"], "2026-05-06"],
    [
      "noon two days later",
      "2026-05-07T10:00:00Z",
      ["2026-05-05 WINDOW_MISSED", "2026-05-06 WINDOW_MISSED", "2026-05-07 DUE"],
      "2026-05-08",
    ],
    [
      "early two days later",
      "2026-05-07T07:00:00Z",
      ["2026-05-05 WINDOW_MISSED", "2026-05-06 WINDOW_MISSED"],
      "2026-05-07",
    ],
  ])(
    "at %s sends or skips each day up to it, and names the next",
    (_, ...[at, expected, nextFrom]) => {
      const decided = decideReminders({ from, zone, days }, new Date(at));
      const verdicts = decided.decisions.map(({ localDate, verdict }) => `${localDate} ${verdict}`);
      expect(verdicts).toEqual(expected);
      expect(decided.next).toEqual({ from: nextFrom, at: nextReminderAt(nextFrom, zone) });
    },
  );

  test("after a year decides the days month by month, each once", () => {
    const now = new Date("2027-05-05T12:00:00Z");
    const dates: string[] = [];
    for (let day = from; nextReminderAt(day, zone) <= now;) {
      const decided = decideReminders({ from: day, zone, days }, now);
      expect(decided.decisions.length).toBeLessThanOrEqual(31);
      dates.push(...decided.decisions.map(({ localDate }) => localDate));
      day = decided.next?.from ?? "";
    }
    expect(new Set(dates).size).toBe(366);
    expect(dates).toHaveLength(366);
  });
});

const zones = fc.constantFrom(...REMINDED_ZONES, "Pacific/Pago_Pago", "Asia/Tokyo");
const instants = fc
  .date({ min: new Date("2024-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
  .map((at) => new Date(Math.floor(at.getTime() / QUARTER_MS) * QUARTER_MS));
const moves = fc.tuple(instants, zones, zones, fc.integer({ min: 0, max: 400 })).map((drawn) => {
  const [since, former, next, quarters] = drawn;
  const movedAt = new Date(since.getTime() + quarters * QUARTER_MS);
  return { since, zone: chooseZoneAt(inZone(former), next, movedAt) };
});

describe("whatever the zones, the move and the delays", () => {
  test("reminders match the calendar", () => {
    fc.assert(
      fc.property(moves, ({ since, zone }) => {
        expect(walk(zone, since, later(since, 9))).toEqual(predicted(zone, since, later(since, 9)));
      }),
      { numRuns: campaignSize("DRAWN_CASES", 150) },
    );
  });

  test("late ones come once a local day, never from 21:00 to 08:00, and no day is decided twice", () => {
    const delays = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(moves, delays, ({ since, zone }, late) => {
        let from = remindersFrom(since, zone);
        let now = since;
        const decided: string[] = [];
        for (const quarters of late) {
          now = new Date(now.getTime() + quarters * QUARTER_MS);
          const step = decideReminders({ from, zone, days }, now);
          const next = step.next ?? { from: "", at: now };
          const again = decideReminders({ from: next.from, zone, days }, now);
          expect(again.decisions).toEqual([]);
          expect(next.at.getTime()).toBeGreaterThan(now.getTime());
          decided.push(...step.decisions.map(({ localDate }) => localDate));
          expectNow(zone, now, step.decisions);
          from = next.from;
        }
        expect(new Set(decided).size).toBe(decided.length);
        expect(decided.every((date) => date < from)).toBe(true);
        expect(dayAfter(decided.at(-1) ?? "2000-01-01") <= from).toBe(true);
      }),
    );
  });
});

/** A due reminder is today's, between 10:00 and 21:00 by the client's clock. */
function expectNow(
  zone: RelationshipZone,
  now: Date,
  decisions: ReturnType<typeof decideReminders>["decisions"],
): void {
  const due = decisions.filter(({ verdict }) => verdict === "DUE");
  expect(due.length).toBeLessThanOrEqual(1);
  const moved = zone.zoneChangesAt !== null && zone.zoneChangesAt <= now;
  const face = clockFace(now, moved ? (zone.nextTimezone ?? zone.timezone) : zone.timezone);
  for (const { localDate } of due) {
    expect(localDate).toBe(face.localDate);
    expect(face.time >= "10:00" && face.time < "21:00").toBe(true);
  }
}

function inZone(timezone: string): RelationshipZone {
  return {
    timezone,
    nextTimezone: null,
    zoneChangesAt: null,
  };
}

/** Calls the rule at every instant that it returned. */
function walk(zone: RelationshipZone, since: Date, until: Date) {
  const reminders: { localDate: string; at: Date }[] = [];
  let from = remindersFrom(since, zone);
  for (let at = nextReminderAt(from, zone); at < until;) {
    const { decisions, next } = decideReminders({ from, zone, days }, at);
    expect(decisions).toHaveLength(1);
    for (const { localDate, verdict } of decisions) {
      expect(verdict).toBe("DUE");
      reminders.push({ localDate, at });
    }
    if (next === null) break;
    ({ from, at } = next);
  }
  return reminders;
}

function predicted(zone: RelationshipZone, since: Date, until: Date) {
  return predictReminders({ since, until, firstDate: remindersFrom(since, zone) }, zone);
}
