import type { Language } from "./texts.ts";

/** How dates, times and numbers are written for people in a language; times are those of a zone. */
export function momentsOf(language: Language, timezone?: string): Moments {
  const zone = isZone(timezone) ? { timeZone: timezone } : {};
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], { ...zone, ...options });
  const day = format({ weekday: "short", day: "numeric", month: "short" });
  const time = format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const longDay = new Intl.DateTimeFormat(LOCALES[language], {
    timeZone: "UTC",
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 3 });
  return {
    time: (ms) => time.format(ms),
    dayAndTime: (ms, nowMs) =>
      day.format(ms) === day.format(nowMs) && Math.abs(nowMs - ms) < DAY_MS
        ? time.format(ms)
        : `${day.format(ms)}, ${time.format(ms)}`,
    localDate: (date) => longDay.format(new Date(`${date}T12:00:00Z`)),
    number: (value) => number.format(value),
  };
}

/** Dates, times and numbers as people write them. */
export interface Moments {
  time(ms: number): string;
  /** The time alone if it is on the present day. */
  dayAndTime(ms: number, nowMs: number): string;
  /** A calendar day, such as `2026-11-27`. */
  localDate(date: string): string;
  number(value: number): string;
}

/** British English writes the day before the month and has a clock of 24 hours. */
const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", de: "de-DE" };
const DAY_MS = 86_400_000;

function isZone(timezone: string | undefined): timezone is string {
  if (timezone === undefined) return false;
  try {
    return Intl.DateTimeFormat("en", { timeZone: timezone }).resolvedOptions().timeZone !== "";
  } catch {
    // The browser does not know the zone: it shows its own.
    return false;
  }
}
