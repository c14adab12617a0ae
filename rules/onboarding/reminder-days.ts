import { daysBetween } from "../../contract/days-between.ts";
import {
  DAILY_REMINDER_DAYS,
  type ReminderCadence,
  UNOPENED_REMINDER_DAYS,
} from "../../contract/onboarding/vocabulary.ts";
import { addDays, localDateOf } from "../local-day.ts";
import { zoneAt, type RelationshipZone } from "../relationships/relationship-zone.ts";

/** Which days are reminded on, and the local day they are counted from. */
export interface ReminderDays {
  readonly cadence: ReminderCadence;
  readonly since: string;
}

/** A task with reminders, as far as its days follow from it. */
export interface RemindedTask {
  readonly reminderCadence: ReminderCadence | null;
  readonly createdAt: Date;
  /** When its turn came after another task; null for one that begins with the onboarding. */
  readonly begunAt: Date | null;
  readonly skippedAt: Date | null;
}

/** The days of a task: counted from the skip, or, on the few days, from its beginning. */
export function reminderDaysOf(task: RemindedTask, zone: RelationshipZone): ReminderDays {
  const { reminderCadence: cadence, createdAt, begunAt, skippedAt } = task;
  const since = (cadence === "UNOPENED" ? null : skippedAt) ?? begunAt ?? createdAt;
  return { cadence: cadence ?? "DAILY", since: localDateOf(since, zoneAt(zone, since)) };
}

/**
 * The first day from the given one on that is one of these, or null when none is left
 * (docs/rooms/onboarding.md#reminders).
 */
export function reminderDayFrom(
  { cadence, since }: ReminderDays,
  localDate: string,
): string | null {
  if (cadence === "DAILY") return localDate;
  const passed = daysBetween(since, localDate);
  const next = UNOPENED_REMINDER_DAYS.find((day) => day >= passed);
  return next === undefined ? null : addDays(since, next);
}

/** Whether a day of daily reminders is left out: the first week is over, and it is none of the few. */
export function isTapered({ cadence, since }: ReminderDays, localDate: string): boolean {
  const day = daysBetween(since, localDate);
  const isOneOfFew = UNOPENED_REMINDER_DAYS.some((few) => few === day);
  return cadence === "DAILY" && day > DAILY_REMINDER_DAYS && !isOneOfFew;
}
