import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { localDateOf } from "../../rules/local-day.ts";
import { type RelationshipZone, zoneAt } from "../../rules/relationships/relationship-zone.ts";
import { chooseZoneAt } from "../factories/relationships/choose-zone-at.ts";

const HOUR_MS = 3_600_000;

describe("a change to another zone", () => {
  test("eastwards keeps the end of the present day, and the next day is short", () => {
    const zone = chooseZoneAt(
      livingIn("Europe/Berlin"),
      "Asia/Tokyo",
      new Date("2026-06-10T20:00Z"),
    );
    // In Tokyo it is the 11th already; here the 10th has two hours left.
    expect(zone).toMatchObject({ zoneChangesAt: new Date("2026-06-10T22:00Z") });
    expect(dayAt(zone, new Date("2026-06-10T21:59:59Z"))).toBe("2026-06-10");
    expect(dayAt(zone, new Date("2026-06-10T22:00Z"))).toBe("2026-06-11");
    expect(dayAt(zone, new Date("2026-06-11T15:00Z"))).toBe("2026-06-12");
  });

  test("westwards extends the present day to its second midnight", () => {
    const zone = chooseZoneAt(
      livingIn("Europe/Berlin"),
      "America/New_York",
      new Date("2026-06-10T08:00Z"),
    );
    expect(dayAt(zone, new Date("2026-06-10T21:59:59Z"))).toBe("2026-06-10");
    expect(dayAt(zone, new Date("2026-06-10T22:00Z"))).toBe("2026-06-10");
    expect(dayAt(zone, new Date("2026-06-11T03:59:59Z"))).toBe("2026-06-10");
    expect(dayAt(zone, new Date("2026-06-11T04:00Z"))).toBe("2026-06-11");
  });

  test("that is chosen twice counts once; one that is withdrawn in time never takes effect", () => {
    const morning = new Date("2026-06-10T08:00Z");
    const chosen = chooseZoneAt(livingIn("Europe/Berlin"), "Asia/Tokyo", morning);
    const later = new Date(morning.getTime() + HOUR_MS);
    expect(chooseZoneAt(chosen, "Asia/Tokyo", later)).toEqual(chosen);
    expect(chooseZoneAt(chosen, "Europe/Berlin", later)).toEqual(livingIn("Europe/Berlin"));
    const replaced = chooseZoneAt(chosen, "America/New_York", later);
    expect(replaced).toMatchObject({
      timezone: "Europe/Berlin",
      nextTimezone: "America/New_York",
      zoneChangesAt: chosen.zoneChangesAt,
    });
  });

  test("starts from the zone of the last change that has happened", () => {
    const chosen = chooseZoneAt(
      livingIn("Europe/Berlin"),
      "Asia/Tokyo",
      new Date("2026-06-10T08:00Z"),
    );
    const afterwards = new Date("2026-06-20T08:00Z");
    expect(chooseZoneAt(chosen, "Asia/Tokyo", afterwards)).toEqual(livingIn("Asia/Tokyo"));
    expect(chooseZoneAt(chosen, "Europe/Berlin", afterwards)).toEqual({
      timezone: "Asia/Tokyo",
      nextTimezone: "Europe/Berlin",
      zoneChangesAt: new Date("2026-06-20T15:00Z"),
    });
  });

  const zones = fc.constantFrom(
    "Europe/Berlin",
    "America/New_York",
    "America/Los_Angeles",
    "Asia/Tokyo",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
    "Pacific/Honolulu",
    "UTC",
  );
  const instants = fc.date({
    min: new Date("2025-01-01T00:00Z"),
    max: new Date("2027-01-01T00:00Z"),
    noInvalidDate: true,
  });

  test("never cuts the present day short, and no day comes before its end", () => {
    fc.assert(
      fc.property(zones, zones, instants, (from, to, now) => {
        const zone = chooseZoneAt(livingIn(from), to, now);
        const today = localDateOf(now, from);
        for (let hours = 0; hours <= 72; hours += 1) {
          const instant = new Date(now.getTime() + hours * HOUR_MS);
          const day = dayAt(zone, instant);
          expect(day >= today).toBe(true);
          if (localDateOf(instant, from) === today) expect(day).toBe(today);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function livingIn(timezone: string): RelationshipZone {
  return {
    timezone,
    nextTimezone: null,
    zoneChangesAt: null,
  };
}

function dayAt(zone: RelationshipZone, instant: Date) {
  return localDateOf(instant, zoneAt(zone, instant));
}
