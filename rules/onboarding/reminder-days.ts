import { daysBetween } from "../../contract/days-between.ts";
import {
  DAILY_REMINDER_DAYS,
  type ReminderCadence,
  UNOPENED_REMINDER_DAYS,
} from "../../contract/onboarding/vocabulary.ts";
import { addDays, localDateOf } from "../local-day.ts";
import { zoneAt, type RelationshipZone } from "../relationships/relationship-zone.ts";

/** The days with reminders, and the local day they are counted from. */
export interface ReminderDays {
  readonly cadence: ReminderCadence;
  readonly since: string;
}

/** The fields of a task that its reminder days follow from. */
export interface RemindedTask {
  readonly reminderCadence: ReminderCadence | null;
  readonly createdAt: Date;
  /** When it began after another task; null for one that begins with the onboarding. */
  readonly begunAt: Date | null;
  readonly skippedAt: Date | null;
}

/** The reminder days of a task: counted from the skip, or, for the few fixed days, from its beginning. */
export function reminderDaysOf(task: RemindedTask, zone: RelationshipZone): ReminderDays {
  const { reminderCadence: cadence, createdAt, begunAt, skippedAt } = task;
  const since = (cadence === "UNOPENED" ? null : skippedAt) ?? begunAt ?? createdAt;
  return { cadence: cadence ?? "DAILY", since: localDateOf(since, zoneAt(zone, since)) };
}

/** The first of these days from the given one on, or null if none is left (docs/rooms/onboarding.md#reminders). */
export function reminderDayFrom(
  { cadence, since }: ReminderDays,
  localDate: string,
): string | null {
  if (cadence === "DAILY") return localDate;
  const passed = daysBetween(since, localDate);
  const next = UNOPENED_REMINDER_DAYS.find((day) => day >= passed);
  return next === undefined ? null : addDays(since, next);
}

/** Whether daily reminders leave out a day: the first week is over, and it is not one of the few fixed days. */
export function isTapered({ cadence, since }: ReminderDays, localDate: string): boolean {
  const day = daysBetween(since, localDate);
  const isOneOfFew = UNOPENED_REMINDER_DAYS.some((few) => few === day);
  return cadence === "DAILY" && day > DAILY_REMINDER_DAYS && !isOneOfFew;
}
