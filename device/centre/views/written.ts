import type { CentreLanguage, ReadAt } from "./types.ts";

/** How times, days and numbers are written in a language. */
export function writtenIn(language: CentreLanguage, { now, timezone }: ReadAt): Written {
  const locale = LOCALES[language];
  const zone = isZone(timezone) ? { timeZone: timezone } : {};
  const day = new Intl.DateTimeFormat(locale, { ...zone, ...DAY });
  const time = new Intl.DateTimeFormat(locale, { ...zone, ...TIME });
  const calendarDay = new Intl.DateTimeFormat(locale, { ...DAY, timeZone: "UTC" });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  return {
    time: (ms) =>
      day.format(ms) === day.format(now)
        ? time.format(ms)
        : `${day.format(ms)}, ${time.format(ms)}`,
    day: (date) => {
      const noon = Date.parse(`${date}T12:00:00Z`);
      return Number.isNaN(noon) ? date : calendarDay.format(noon);
    },
    number: (value) => number.format(value),
  };
}

/** Texts of times, days and numbers. */
export interface Written {
  /** An instant: the time alone if it is on the present day. */
  time(ms: number): string;
  /** A calendar day such as `2026-11-27`. */
  day(date: string): string;
  number(value: number): string;
}

/** British English writes the day before the month and has a clock of 24 hours. */
const LOCALES: Readonly<Record<CentreLanguage, string>> = { en: "en-GB", de: "de-DE" };
const DAY = { weekday: "short", day: "numeric", month: "short" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

function isZone(timezone: string | undefined): timezone is string {
  if (timezone === undefined) return false;
  try {
    return Intl.DateTimeFormat("en", { timeZone: timezone }).resolvedOptions().timeZone !== "";
  } catch {
    // The platform does not know the zone: times are those of the device.
    return false;
  }
}
