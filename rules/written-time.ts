import type { MessageLanguage } from "../contract/language-of.ts";
import { zoneOffset } from "./zone-offset.ts";

/** How to format an instant: an IANA zone, null if unknown, and a language. */
export interface Reading {
  readonly timezone: string | null;
  readonly language: MessageLanguage;
}

/** Texts of people and not of the engine's locale data, which differ between phones. */
const MONTHS: Readonly<Record<MessageLanguage, readonly string[]>> = {
  en: "January February March April May June July August September October November December".split(
    " ",
  ),
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(
    " ",
  ),
};
const AFTER_DAY = { en: "", de: "." } as const;
const BEFORE_TIME = { en: "at", de: "um" } as const;

/** The date of an instant as people write it, e.g. `10 December 2026`. */
export function writtenDay(instant: Date, reading: Reading): string {
  const { local, suffix } = onClocks(instant, reading);
  return `${dayOf(local, reading.language)}${suffix}`;
}

/** Date and minute of an instant as people write them, e.g. `10. Dezember 2026 um 09:30`. */
export function writtenMoment(instant: Date, reading: Reading): string {
  const { local, suffix } = onClocks(instant, reading);
  const time = `${padded(local.getUTCHours(), 2)}:${padded(local.getUTCMinutes(), 2)}`;
  return `${dayOf(local, reading.language)} ${BEFORE_TIME[reading.language]} ${time}${suffix}`;
}

function dayOf(local: Date, language: MessageLanguage): string {
  const month = MONTHS[language][local.getUTCMonth()];
  return `${local.getUTCDate()}${AFTER_DAY[language]} ${month} ${padded(local.getUTCFullYear(), 4)}`;
}

/** The local time read as UTC. If the reader's zone is unknown it is UTC, and the text says so. */
function onClocks(instant: Date, { timezone }: Reading) {
  const offset = timezone === null ? Number.NaN : zoneOffset(timezone, instant.getTime());
  return Number.isNaN(offset)
    ? { local: instant, suffix: " (UTC)" }
    : { local: new Date(instant.getTime() + offset), suffix: "" };
}

const padded = (value: number, length: number) => String(value).padStart(length, "0");
