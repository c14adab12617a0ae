import { OFFERED_WITHIN_HOURS } from "../../../contract/agenda/vocabulary.ts";
import { dayAfter, dayBefore, localDateOf, startOfLocalDay } from "../../local-day.ts";
import { type RelationshipZone, zoneAt } from "../../relationships/relationship-zone.ts";
import { closesAt } from "../closing/closing.ts";

/** The calendar of a relationship (docs/rooms/agenda.md#calendar). */
export interface Calendar {
  /** Newest local day; it never falls. */
  readonly localDate: string;
  /** Zone that its end is counted in. */
  readonly timezone: string;
  /** When the next one begins; null while the calendar stands still. */
  readonly nextDayAt: Date | null;
}

/** A calendar that goes on. */
export interface RunningCalendar extends Calendar {
  readonly nextDayAt: Date;
}

/** A day that begins, with what is planned for its end; both null for the present one. */
export interface BegunDay {
  readonly localDate: string;
  readonly timezone: string;
  readonly beginsAt: Date;
  /** So long after its beginning that nobody was asked anything. */
  readonly notOffered: boolean;
  readonly endsAt: Date | null;
  readonly closesAt: Date | null;
}

/** What brings a calendar up to an instant. */
export interface CalendarAdvance {
  readonly calendar: RunningCalendar;
  /** Days that begin, oldest first; the last of them is the present one. */
  readonly days: readonly BegunDay[];
  /** End and close of the day that was the newest; null while it goes on. */
  readonly former: { readonly endsAt: Date; readonly closesAt: Date } | null;
}

const HOUR_MS = 3_600_000;

/** The calendar of a relationship before its first day, which begins now. */
export function calendarBefore(now: Date, timezone: string): RunningCalendar {
  return { localDate: dayBefore(newestDateAt(now, timezone)), timezone, nextDayAt: now };
}

/** How far a calendar is brought. */
export interface AdvanceBounds {
  readonly now: Date;
  /** Days that begin, at most: where it is behind by more it stays behind by the rest. */
  readonly mostDays: number;
}

/** Whether days have begun that a calendar does not know yet. */
export function isBehind({ nextDayAt }: Calendar, now: Date): boolean {
  return nextDayAt !== null && nextDayAt <= now;
}

/** Brings a calendar up to an instant, by as many days as it takes; see {@link advanceCalendarBy}. */
export function advanceCalendar(
  calendar: Calendar,
  zone: RelationshipZone,
  now: Date,
): CalendarAdvance {
  return advanceCalendarBy(calendar, zone, { now, mostDays: Number.POSITIVE_INFINITY });
}

/**
 * Brings a calendar up to an instant, day by day, each in the zone that was in force when it began. Where a change
 * of zone takes the clocks back, the day goes on; where it takes them forward over a date, that date never was. One
 * that stood still goes on with the date it is now: those between never were.
 */
export function advanceCalendarBy(
  calendar: Calendar,
  zone: RelationshipZone,
  { now, mostDays }: AdvanceBounds,
): CalendarAdvance {
  const begun: Pick<BegunDay, "localDate" | "timezone" | "beginsAt">[] = [];
  let { localDate } = calendar;
  let running: RunningCalendar = { ...calendar, nextDayAt: calendar.nextDayAt ?? now };
  while (running.nextDayAt <= now && begun.length < mostDays) {
    const beginsAt = running.nextDayAt;
    const timezone = zoneAt(zone, beginsAt);
    const date = newestDateAt(beginsAt, timezone);
    if (date > localDate) {
      localDate = date;
      begun.push({ localDate, timezone, beginsAt });
    }
    running = { localDate, timezone, nextDayAt: startOfLocalDay(dayAfter(localDate), timezone) };
  }
  return planned(running, begun, now);
}

/** What a calendar plans anew by this process's zone data; the date and what has begun stay. */
export function replanCalendar(
  calendar: Calendar,
  zone: RelationshipZone,
  now: Date,
): RunningCalendar {
  const { localDate } = calendar;
  const timezone = zoneAt(zone, now);
  const nextDayAt = startOfLocalDay(dayAfter(localDate), timezone);
  return { localDate, timezone, nextDayAt };
}

/** A day's close is planned once the next one begins, and so its end is known. */
function planned(
  calendar: RunningCalendar,
  begun: readonly Pick<BegunDay, "localDate" | "timezone" | "beginsAt">[],
  now: Date,
): CalendarAdvance {
  const ends = [...begun.slice(1).map(({ beginsAt }) => beginsAt), calendar.nextDayAt];
  const days = begun.map((day, index) => ({
    ...day,
    notOffered: now.getTime() - day.beginsAt.getTime() > OFFERED_WITHIN_HOURS * HOUR_MS,
    ...endOf(ends[index], ends[index + 1]),
  }));
  const [first] = begun;
  const { endsAt, closesAt: closes } = endOf(first?.beginsAt, ends[0]);
  return {
    calendar,
    days,
    former: endsAt === null || closes === null ? null : { endsAt, closesAt: closes },
  };
}

function endOf(endsAt: Date | undefined, nextEndsAt: Date | undefined) {
  if (endsAt === undefined || nextEndsAt === undefined) return { endsAt: null, closesAt: null };
  return { endsAt, closesAt: closesAt({ endsAt, nextEndsAt }) };
}

/** The newest date that clocks of a zone have shown at an instant, also where they went back behind its midnight. */
function newestDateAt(at: Date, timezone: string): string {
  const shown = localDateOf(at, timezone);
  const next = dayAfter(shown);
  return startOfLocalDay(next, timezone) <= at ? next : shown;
}
