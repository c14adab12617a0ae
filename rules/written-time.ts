import { DateTime } from "luxon";
import type { MessageLanguage } from "../contract/sync/messages.ts";

/** Where and how an instant is read: an IANA zone, null where nobody knows it, and a language. */
export interface Reading {
  readonly timezone: string | null;
  readonly language: MessageLanguage;
}

const DAY = { en: "d LLLL yyyy", de: "d. LLLL yyyy" } as const;
const MOMENT = { en: "d LLLL yyyy 'at' HH:mm", de: "d. LLLL yyyy 'um' HH:mm" } as const;

/** The day of an instant as people write it, e.g. `10 December 2026`. */
export const writtenDay = (instant: Date, reading: Reading): string =>
  written(instant, reading, DAY);

/** Day and minute of an instant as people write them, e.g. `10. Dezember 2026 um 09:30`. */
export const writtenMoment = (instant: Date, reading: Reading): string =>
  written(instant, reading, MOMENT);

/** Without a zone of the reader's own it is UTC, and says so. */
function written(
  instant: Date,
  { timezone, language }: Reading,
  formats: Readonly<Record<MessageLanguage, string>>,
): string {
  const local = DateTime.fromJSDate(instant, { zone: timezone ?? "UTC" }).setLocale(language);
  const text = local.toFormat(formats[language]);
  return timezone === null ? `${text} (UTC)` : text;
}
