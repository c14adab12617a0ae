import { expect, test } from "@jest/globals";
import { writtenDay, writtenMoment } from "../rules/written-time.ts";

const late = new Date("2026-12-09T23:30:00Z");

test.each([
  ["en", "Europe/Berlin", "10 December 2026", "10 December 2026 at 00:30"],
  ["de", "Europe/Berlin", "10. Dezember 2026", "10. Dezember 2026 um 00:30"],
  ["en", "America/New_York", "9 December 2026", "9 December 2026 at 18:30"],
  ["en", null, "9 December 2026 (UTC)", "9 December 2026 at 23:30 (UTC)"],
] as const)(
  "An instant is written in %s for a reader in zone %s, and in named UTC if the zone is unknown",
  (language, timezone, ...expected) => {
    const reading = { language, timezone };
    expect([writtenDay(late, reading), writtenMoment(late, reading)]).toEqual(expected);
  },
);
