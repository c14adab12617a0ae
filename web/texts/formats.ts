import type { Language } from "./i18n.ts";
import { readerZone } from "./reader-zone.ts";

/**
 * Dates, times and numbers as people write them: "Thu 26 Nov", "Do., 26. Nov.", a 24-hour clock in both. Without a zone
 * a time is the reader's own ({@link readerZone}).
 */
export function formatsOf(language: Language): Formats {
  const known = CACHE.get(language);
  if (known !== undefined) return known;
  const made = makeFormats(language);
  CACHE.set(language, made);
  return made;
}

/** Formats of one language. Instants are ISO 8601; a local date is `YYYY-MM-DD`. */
export interface Formats {
  /** "Thu 26 Nov"; with the year if it is not this one. */
  readonly day: (instant: Date, zone?: string) => string;
  /** "08:00". */
  readonly time: (instant: Date, zone?: string) => string;
  /** "Thu 26 Nov, 08:00". */
  readonly moment: (instant: Date, zone?: string) => string;
  /** "Thu 26 Nov" of a local date, the same in each zone. */
  readonly localDate: (date: string) => string;
  /** "26 November 1990" of a local date: a day of the past, whose weekday is of no use. */
  readonly fullDate: (date: string) => string;
  /** "1,240". */
  readonly number: (value: number) => string;
  /** "86 %". */
  readonly percent: (value: number) => string;
  /** "9 h", "2 d": the largest whole unit, from minutes to days. */
  readonly span: (milliseconds: number) => string;
}

const CACHE = new Map<Language, Formats>();
const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", de: "de-DE" };
const DAY = { weekday: "short", day: "numeric", month: "short" } as const;
const FULL_DATE = { day: "numeric", month: "long", year: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS: Readonly<Record<Language, readonly [string, string, string]>> = {
  en: ["min", "h", "d"],
  de: ["Min.", "Std.", "T."],
};

function makeFormats(language: Language): Formats {
  const locale = LOCALES[language];
  const formatters = new Map<string, Intl.DateTimeFormat>();
  const format = (instant: Date, options: Intl.DateTimeFormatOptions) => {
    const key = JSON.stringify(options);
    const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
    formatters.set(key, known);
    // English puts a comma behind the weekday, which people leave out.
    const text = known.format(instant);
    return language === "en" ? text.replace(/^(\w{3}),/, "$1") : text;
  };
  const inZone = (zone = readerZone()) => (zone === undefined ? {} : { timeZone: zone });
  const year = (instant: Date) =>
    instant.getUTCFullYear() === new Date().getUTCFullYear() ? {} : { year: "numeric" as const };
  const day: Formats["day"] = (instant, zone) =>
    format(instant, { ...DAY, ...year(instant), ...inZone(zone) });
  const time: Formats["time"] = (instant, zone) => format(instant, { ...TIME, ...inZone(zone) });
  const numbers = new Intl.NumberFormat(locale);
  const [minutes, hours, days] = UNITS[language];
  return {
    day,
    time,
    moment: (instant, zone) => `${day(instant, zone)}, ${time(instant, zone)}`,
    localDate: (date) => day(new Date(`${date}T12:00:00Z`), "UTC"),
    fullDate: (date) => format(new Date(`${date}T12:00:00Z`), { ...FULL_DATE, ...inZone("UTC") }),
    number: (value) => numbers.format(value),
    percent: (value) => `${numbers.format(value)}\u202F%`,
    span: (milliseconds) => {
      if (milliseconds >= DAY_MS) return `${Math.floor(milliseconds / DAY_MS)} ${days}`;
      if (milliseconds >= HOUR_MS) return `${Math.floor(milliseconds / HOUR_MS)} ${hours}`;
      return `${Math.max(1, Math.floor(milliseconds / MINUTE_MS))} ${minutes}`;
    },
  };
}
