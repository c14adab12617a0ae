import { dayAfter, startOfLocalDay } from "../../local-day.ts";
import { type RelationshipZone, zoneAt } from "../../relationships/relationship-zone.ts";
import { closesAt } from "../closing/closes-at.ts";
import type { Calendar } from "./calendar.ts";

/** A day that did not open when it began and opens afterwards. It is offered to nobody. */
export interface MissedDay {
  readonly localDate: string;
  readonly timezone: string;
  readonly notOffered: true;
  /** Null for the newest day of a stopped calendar. */
  readonly endsAt: Date | null;
  /** Null while the calendar is stopped. */
  readonly closesAt: Date | null;
}

/** The owner of a missed day and the state of the calendar. */
export interface MissedDayOwner {
  readonly calendar: Calendar;
  readonly zone: RelationshipZone;
  readonly hasEnded: boolean;
}

/**
 * Plans a missed day (docs/rooms/agenda.md#withheld-occurrences). It closes when it would have closed, possibly in
 * the past. If its relationship has ended, it closes with it; if the calendar is stopped, once that resumes.
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
