import { zoneAt, type RelationshipZone } from "../../../rules/relationships/relationship-zone.ts";

/** The time on a client's clock, by the platform's calendar and not by the product's. */
export interface ClockFace {
  readonly localDate: string;
  /** `HH:mm`. */
  readonly time: string;
}

/** Zones in which reminders are tested: both daylight-saving changes, odd offsets, the date line. */
export const REMINDED_ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "America/Havana",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Apia",
] as const;

const QUARTER_MS = 900_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The clock of a zone at an instant. */
export function clockFace(at: Date, timeZone: string): ClockFace {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  formats.set(timeZone, format);
  const [localDate = "", time = ""] = format.format(at).split(" ");
  return { localDate, time };
}

/** Whether the clocks of a zone change within a period. */
export function changesClocks(timeZone: string, since: Date, until: Date): boolean {
  const minutesPast = (at: Date) => {
    const { localDate, time } = clockFace(at, timeZone);
    return (new Date(`${localDate}T${time}Z`).getTime() - at.getTime()) / 60_000;
  };
  return minutesPast(since) !== minutesPast(until);
}

/** When a plain calendar sends a reminder, and for which day. */
export interface PredictedReminder {
  readonly localDate: string;
  readonly at: Date;
}

/**
 * A plain reference calendar that reads the client's clock every quarter of an hour; every offset in use is a whole
 * number of quarters. It sends a reminder the first time the clock shows 10:00 to 20:59 on a date. The date must not be
 * before the first one, or have a reminder already.
 */
export function predictReminders(
  span: { readonly since: Date; readonly until: Date; readonly firstDate: string },
  zone: RelationshipZone,
): readonly PredictedReminder[] {
  const reminders: PredictedReminder[] = [];
  const first = Math.ceil(span.since.getTime() / QUARTER_MS) * QUARTER_MS;
  for (let millis = first; millis < span.until.getTime(); millis += QUARTER_MS) {
    const at = new Date(millis);
    const { localDate, time } = clockFace(at, zoneAt(zone, at));
    const isNew = localDate >= span.firstDate && reminders.every((r) => r.localDate !== localDate);
    if (isNew && time >= "10:00" && time < "21:00") reminders.push({ localDate, at });
  }
  return reminders;
}
