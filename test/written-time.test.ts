import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { DateTime } from "luxon";
import { writtenDay, writtenMoment } from "../rules/written-time.ts";

const late = new Date("2026-12-09T23:30:00Z");

test.each([
  ["en", "Europe/Berlin", "10 December 2026", "10 December 2026 at 00:30"],
  ["de", "Europe/Berlin", "10. Dezember 2026", "10. Dezember 2026 um 00:30"],
  ["en", "America/New_York", "9 December 2026", "9 December 2026 at 18:30"],
  ["de", "Mars/Olympus", "9. Dezember 2026 (UTC)", "9. Dezember 2026 um 23:30 (UTC)"],
  ["en", null, "9 December 2026 (UTC)", "9 December 2026 at 23:30 (UTC)"],
] as const)(
  "An instant is written in %s for a reader in zone %s, and in named UTC if the zone is unknown",
  (language, timezone, ...expected) => {
    const reading = { language, timezone };
    expect([writtenDay(late, reading), writtenMoment(late, reading)]).toEqual(expected);
  },
);

test("A written time equals luxon's in any language, zone and year", () => {
  const anyInstant = fc.date({
    min: new Date("0001-01-03T00:00:00Z"),
    max: new Date("9999-12-29T00:00:00Z"),
    noInvalidDate: true,
  });
  const anyZone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const formats = { en: "d LLLL yyyy 'at' HH:mm", de: "d. LLLL yyyy 'um' HH:mm" } as const;
  fc.assert(
    fc.property(anyInstant, anyZone, fc.constantFrom("en", "de"), (at, timezone, language) => {
      const local = DateTime.fromJSDate(at, { zone: timezone }).setLocale(language);
      expect(writtenMoment(at, { timezone, language })).toBe(local.toFormat(formats[language]));
    }),
    { numRuns: 500 },
  );
});
