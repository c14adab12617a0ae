import { closesAt } from "../agenda/closing/closes-at.ts";
import { addDays, startOfLocalDay } from "../local-day.ts";

/**
 * Until when a session of a workout may be started: the end of the grace day, when the workout's own day closes
 * (docs/rooms/workouts.md#packages).
 */
export function offerEndsAt(localDate: string, timezone: string): Date {
  const endsAt = startOfLocalDay(addDays(localDate, 1), timezone);
  const nextEndsAt = startOfLocalDay(addDays(localDate, 2), timezone);
  return closesAt({ endsAt, nextEndsAt });
}
