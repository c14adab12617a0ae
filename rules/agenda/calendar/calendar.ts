import { OFFERED_WITHIN_HOURS } from "../../../contract/agenda/vocabulary.ts";
import { dayAfter, dayBefore, localDateOf, startOfLocalDay } from "../../local-day.ts";
import { type RelationshipZone, zoneAt } from "../../relationships/relationship-zone.ts";
import { closesAt } from "../closing/closes-at.ts";

/** The calendar of a relationship (docs/rooms/agenda.md#calendar). */
export interface Calendar {
  /** Newest local day; it never decreases. */
  readonly localDate: string;
  /** Zone in which its end is computed. */
  readonly timezone: string;
  /** When the next day begins; null while the calendar is stopped. */
  readonly nextDayAt: Date | null;
}

/** A calendar that is not stopped. */
export interface RunningCalendar extends Calendar {
  readonly nextDayAt: Date;
}

/** A day that begins, with its planned end and close; both null for the present day. */
export interface BegunDay {
  readonly localDate: string;
  readonly timezone: string;
  readonly beginsAt: Date;
  /** Begun so late that it was not offered to the client. */
  readonly notOffered: boolean;
  readonly endsAt: Date | null;
  readonly closesAt: Date | null;
}

/** The result of advancing a calendar to an instant. */
export interface CalendarAdvance {
  readonly calendar: RunningCalendar;
  /** Days that begin, oldest first; the last one is the present day. */
  readonly days: readonly BegunDay[];
  /** End and close of the former newest day; null while that day continues. */
  readonly former: { readonly endsAt: Date; readonly closesAt: Date } | null;
}

const HOUR_MS = 3_600_000;

/** The calendar of a relationship before its first day, which begins now. */
export function calendarBefore(now: Date, timezone: string): RunningCalendar {
  return { localDate: dayBefore(newestDateAt(now, timezone)), timezone, nextDayAt: now };
}

/** How far to advance a calendar. */
export interface AdvanceBounds {
  readonly now: Date;
  /** Maximum number of days to begin in one call; the rest of a backlog remains. */
  readonly mostDays: number;
}

/** Whether days have begun that the calendar does not contain yet. */
export function isBehind({ nextDayAt }: Calendar, now: Date): boolean {
  return nextDayAt !== null && nextDayAt <= now;
}

/** Advances a calendar to an instant, by as many days as needed; see {@link advanceCalendarBy}. */
export function advanceCalendar(
  calendar: Calendar,
  zone: RelationshipZone,
  now: Date,
): CalendarAdvance {
  return advanceCalendarBy(calendar, zone, { now, mostDays: Number.POSITIVE_INFINITY });
}

/**
 * Advances a calendar to an instant, day by day, each in the zone in force when it began. If a zone change moves the
 * clocks back, the day continues; if it skips a date, that date never existed. A stopped calendar continues with the
 * present date; the dates between never existed.
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

/** Recomputes the future instants of a calendar with this process's zone data; the date and begun days stay. */
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

/** A day's close is planned once the next day begins, because only then is its end known. */
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

/** The newest date that clocks of a zone have shown at an instant, even if they went back past midnight. */
function newestDateAt(at: Date, timezone: string): string {
  const shown = localDateOf(at, timezone);
  const next = dayAfter(shown);
  return startOfLocalDay(next, timezone) <= at ? next : shown;
}
