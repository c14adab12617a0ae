import { DateTime } from "luxon";
import type { MessageLanguage } from "../contract/language-of.ts";

/** How to format an instant: an IANA zone, null if unknown, and a language. */
export interface Reading {
  readonly timezone: string | null;
  readonly language: MessageLanguage;
}

const DAY = { en: "d LLLL yyyy", de: "d. LLLL yyyy" } as const;
const MOMENT = { en: "d LLLL yyyy 'at' HH:mm", de: "d. LLLL yyyy 'um' HH:mm" } as const;

/** The date of an instant as people write it, e.g. `10 December 2026`. */
export const writtenDay = (instant: Date, reading: Reading): string =>
  written(instant, reading, DAY);

/** Date and minute of an instant as people write them, e.g. `10. Dezember 2026 um 09:30`. */
export const writtenMoment = (instant: Date, reading: Reading): string =>
  written(instant, reading, MOMENT);

/** If the reader's zone is unknown it uses UTC and says so. */
function written(
  instant: Date,
  { timezone, language }: Reading,
  formats: Readonly<Record<MessageLanguage, string>>,
): string {
  const local = DateTime.fromJSDate(instant, { zone: timezone ?? "UTC" }).setLocale(language);
  const text = local.toFormat(formats[language]);
  return timezone === null ? `${text} (UTC)` : text;
}
