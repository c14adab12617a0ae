import type { MessageLanguage } from "../language-of.ts";

/** A local date as people write it, e.g. `Thu 26 Nov`. */
export function dateIn(language: MessageLanguage, localDate: string): string {
  return FORMATS[language].date.format(new Date(localDate));
}

/**
 * The local dates of occurrences in brackets after a blank, e.g. ` (29 Oct, 3 and 4 Nov)`; each date stands once and
 * a month follows its last day. Empty without dates.
 */
export function datesIn(language: MessageLanguage, localDates: readonly string[]): string {
  const dates = [...new Set(localDates)];
  if (dates.length === 0) return "";
  const { list, day, dayOfMonth } = FORMATS[language];
  const parts = dates.map((date, place) => {
    const endsMonth = dates[place + 1]?.slice(0, 7) !== date.slice(0, 7);
    return endsMonth ? day.format(new Date(date)) : dayOfMonth(Number(date.slice(8)));
  });
  return ` (${list.format(parts)})`;
}

/** The last of some dates, oldest first, after a word and a blank; empty without dates. */
export function lastDateIn(
  language: MessageLanguage,
  before: string,
  localDates: readonly string[],
): string {
  const last = localDates.at(-1);
  return last === undefined ? "" : ` ${before} ${dateIn(language, last)}`;
}

const formatsOf = (locale: string, dayOfMonth: (day: number) => string) => ({
  date: new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }),
  day: new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }),
  list: new Intl.ListFormat(locale, { type: "conjunction" }),
  dayOfMonth,
});

const FORMATS = {
  en: formatsOf("en-GB", String),
  de: formatsOf("de-DE", (day) => `${day}.`),
} as const satisfies Record<MessageLanguage, unknown>;
