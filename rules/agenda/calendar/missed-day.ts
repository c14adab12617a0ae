import { dayAfter, startOfLocalDay } from "../../local-day.ts";
import { type RelationshipZone, zoneAt } from "../../relationships/relationship-zone.ts";
import { closesAt } from "../closing/closing.ts";
import type { Calendar } from "./calendar.ts";

/** Whose day was missed, and how its calendar is. */
export interface MissedDayOwner {
  readonly calendar: Calendar;
  readonly zone: RelationshipZone;
  readonly hasEnded: boolean;
}

/** A day that was not opened when it began, as it is opened afterwards: offered to nobody. */
export interface MissedDay {
  readonly localDate: string;
  readonly timezone: string;
  readonly notOffered: true;
  /** Null of the newest day of a calendar that stands still. */
  readonly endsAt: Date | null;
  /** Null while the calendar stands still. */
  readonly closesAt: Date | null;
}

/**
 * Plans a missed day (docs/rooms/agenda.md#withheld-occurrences). It closes when it would have closed, which may be
 * over; with its relationship where that has ended; and where the calendar stands still once that goes on.
 */
export function missedDay(
  localDate: string,
  { calendar, zone, hasEnded }: MissedDayOwner,
  now: Date,
): MissedDay {
  const timezone = zoneAt(zone, startOfLocalDay(localDate, calendar.timezone));
  const day = { localDate, timezone, notOffered: true } as const;
  const endsAt = startOfLocalDay(dayAfter(localDate), timezone);
  if (hasEnded) return { ...day, endsAt: endsAt < now ? endsAt : now, closesAt: now };
  if (calendar.nextDayAt === null) {
    return { ...day, endsAt: localDate < calendar.localDate ? endsAt : null, closesAt: null };
  }
  const nextEndsAt = startOfLocalDay(dayAfter(dayAfter(localDate)), timezone);
  return { ...day, endsAt, closesAt: closesAt({ endsAt, nextEndsAt }) };
}
