import { REMINDER_HOURS } from "../../contract/onboarding/vocabulary.ts";
import { dayAfter, localDateOf, localInstant } from "../local-day.ts";
import { isTapered, reminderDayFrom, type ReminderDays } from "./reminder-days.ts";
import { zoneAt, type RelationshipZone } from "../relationships/relationship-zone.ts";

/** The day and instant of a reminder. */
export interface NextReminder {
  readonly from: string;
  readonly at: Date;
}

const OPENS = `${REMINDER_HOURS.from}:00`;
const CLOSES = `${REMINDER_HOURS.until}:00`;

/** Maximum number of days decided in one act, so that no act takes long; the rest is due at once. */
const MOST_DAYS = 31;

/** The decision on one local day's reminder. */
export interface ReminderDecision {
  readonly localDate: string;
  /** `WINDOW_MISSED`: its hours passed before any check. `TAPERED`: after the first week most days are left out. */
  readonly verdict: "DUE" | "TAPERED" | "WINDOW_MISSED";
}

/** The state of a task's reminders. */
export interface ReminderState {
  /** First local date that is not decided yet. */
  readonly from: string;
  readonly zone: RelationshipZone;
  readonly days: ReminderDays;
}

/** The decisions of now, and the reminders' state afterwards; null if no reminder remains. */
export interface DecidedReminders {
  readonly decisions: readonly ReminderDecision[];
  readonly next: NextReminder | null;
}

/**
 * Local date of the first reminder after a skip: the day after it (docs/rooms/onboarding.md#reminders).
 */
export function remindersFrom(now: Date, zone: RelationshipZone): string {
  return dayAfter(localDateOf(now, zoneAt(zone, now)));
}

/** Local date of the first reminder after a pause: today if its hour is still to come. */
export function resumedFrom(now: Date, zone: RelationshipZone): string {
  const timezone = zoneAt(zone, now);
  const today = localDateOf(now, timezone);
  return now < localInstant(today, OPENS, timezone) ? today : dayAfter(today);
}

/**
 * Instant of the next reminder: 10:00 of the first local date from the given one on, in the zone in force then. If
 * the client's clock skips 10:00, the reminder comes at its next time before 21:00. A day without such a time has
 * none.
 */
export function nextReminderAt(from: string, zone: RelationshipZone): Date {
  for (let day = from; ; day = dayAfter(day)) {
    const [first] = reminderHours(day, zone);
    if (first !== undefined) return first.opensAt;
  }
}

/** The first reminder of these days from the given one on, or null if none is left. */
export function nextReminder({ from, zone, days }: ReminderState): NextReminder | null {
  const localDate = reminderDayFrom(days, from);
  return localDate === null ? null : { from: localDate, at: nextReminderAt(localDate, zone) };
}

/**
 * Decides the days whose reminder has come: today's is due before 21:00, earlier ones were missed. Deciding early or
 * twice has no effect.
 */
export function decideReminders(state: ReminderState, now: Date): DecidedReminders {
  const { zone, days } = state;
  const decisions: ReminderDecision[] = [];
  let localDate = reminderDayFrom(days, state.from);
  for (; localDate !== null; localDate = reminderDayFrom(days, dayAfter(localDate))) {
    const hours = reminderHours(localDate, zone);
    const [first] = hours;
    if (first === undefined) continue;
    const next = hours.find(({ closesAt }) => now < closesAt) ?? first;
    if (now < next.opensAt || decisions.length === MOST_DAYS) {
      return { decisions, next: { from: localDate, at: next.opensAt } };
    }
    const due = isTapered(days, localDate) ? "TAPERED" : "DUE";
    decisions.push({ localDate, verdict: now < next.closesAt ? due : "WINDOW_MISSED" });
  }
  return { decisions, next: null };
}

interface Hours {
  readonly opensAt: Date;
  /** Exclusive end. */
  readonly closesAt: Date;
}

/**
 * The hours in which a client's clock allows reminders on a local date, in order. A move west may repeat them; a move
 * across the date line may skip them.
 */
function reminderHours(localDate: string, zone: RelationshipZone): readonly Hours[] {
  const { timezone, nextTimezone, zoneChangesAt } = zone;
  const former = hoursIn(localDate, timezone);
  if (nextTimezone === null || zoneChangesAt === null) return former;
  const until = former.map(({ opensAt, closesAt }) => ({
    opensAt,
    closesAt: closesAt < zoneChangesAt ? closesAt : zoneChangesAt,
  }));
  const since = hoursIn(localDate, nextTimezone).map(({ opensAt, closesAt }) => ({
    opensAt: opensAt > zoneChangesAt ? opensAt : zoneChangesAt,
    closesAt,
  }));
  return [...until, ...since].filter(({ opensAt, closesAt }) => opensAt < closesAt);
}

/** None on a date that the zone's clocks skip, as Samoa's did at the end of 2011. */
function hoursIn(localDate: string, timezone: string): readonly Hours[] {
  const opensAt = localInstant(localDate, OPENS, timezone);
  if (localDateOf(opensAt, timezone) !== localDate) return [];
  return [{ opensAt, closesAt: localInstant(localDate, CLOSES, timezone) }];
}
