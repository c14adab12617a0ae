import { REMINDER_HOURS } from "../../contract/onboarding/vocabulary.ts";
import { dayAfter, localDateOf, localInstant } from "../local-day.ts";
import { isTapered, reminderDayFrom, type ReminderDays } from "./reminder-days.ts";
import { zoneAt, type RelationshipZone } from "../relationships/relationship-zone.ts";

const OPENS = `${REMINDER_HOURS.from}:00`;
const CLOSES = `${REMINDER_HOURS.until}:00`;

/** Days decided at once; what is left over is due again at once, so that no act takes long. */
const MOST_DAYS = 31;

/** What is to become of the reminder of one local day. */
export interface ReminderDecision {
  readonly localDate: string;
  /** `WINDOW_MISSED`: its hours were over before anybody looked. `TAPERED`: after the first week few are left. */
  readonly verdict: "DUE" | "TAPERED" | "WINDOW_MISSED";
}

/** Where the reminders of a task stand. */
export interface ReminderState {
  /** First local date that is not decided yet. */
  readonly from: string;
  readonly zone: RelationshipZone;
  readonly days: ReminderDays;
}

/** The day of a reminder, and its instant. */
export interface NextReminder {
  readonly from: string;
  readonly at: Date;
}

/** What is decided now, and where the reminders stand afterwards; null when none is left. */
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

/** Local date of the first reminder after a pause: today while its hour is yet to come. */
export function resumedFrom(now: Date, zone: RelationshipZone): string {
  const timezone = zoneAt(zone, now);
  const today = localDateOf(now, timezone);
  return now < localInstant(today, OPENS, timezone) ? today : dayAfter(today);
}

/**
 * Instant of the next reminder: 10:00 of the first local date from the given one on, by the zone in
 * force then. A day whose 10:00 the client's clock passes over has it as soon as the clock shows a
 * time before 21:00; a day without such a time has none.
 */
export function nextReminderAt(from: string, zone: RelationshipZone): Date {
  for (let day = from; ; day = dayAfter(day)) {
    const [first] = reminderHours(day, zone);
    if (first !== undefined) return first.opensAt;
  }
}

/** The first reminder of these days from the given one on, or null when none is left. */
export function nextReminder({ from, zone, days }: ReminderState): NextReminder | null {
  const localDate = reminderDayFrom(days, from);
  return localDate === null ? null : { from: localDate, at: nextReminderAt(localDate, zone) };
}

/**
 * Decides the days whose reminder has come: today's is due before 21:00, others were missed. Looking
 * early, or once more, decides nothing.
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
  /** Not any more at this instant. */
  readonly closesAt: Date;
}

/**
 * The hours in which a client's clock shows a time for reminders on a local date, in their order. A
 * move west may show them twice, a move across the date line not at all.
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

/** None on a date that the zone's clocks pass over, as Samoa's did at the end of 2011. */
function hoursIn(localDate: string, timezone: string): readonly Hours[] {
  const opensAt = localInstant(localDate, OPENS, timezone);
  if (localDateOf(opensAt, timezone) !== localDate) return [];
  return [{ opensAt, closesAt: localInstant(localDate, CLOSES, timezone) }];
}
