import { INBOX_LIMITS, MORNING, type SnoozePreset } from "../../contract/inbox/vocabulary.ts";
import { dayAfter, localDateOf, localInstant } from "../local-day.ts";

/**
 * The end of a preset snooze, counted from the coach's choice (docs/rooms/inbox.md#acts). It is an hour later, 08:00 of
 * the coach's next day, or the day of the client's next check-in. Null if no check-in is scheduled.
 */
export function presetUntil(preset: SnoozePreset, actedAt: Date, clock: SnoozeClock): Date | null {
  switch (preset) {
    case "ONE_HOUR":
      return new Date(actedAt.getTime() + HOUR_MS);
    case "TOMORROW_MORNING": {
      const { coachTimezone } = clock;
      const tomorrow = dayAfter(localDateOf(actedAt, coachTimezone));
      return localInstant(tomorrow, MORNING, coachTimezone);
    }
    case "NEXT_CHECK_IN":
      return clock.nextCheckInAt;
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The zone that defines tomorrow morning, and the client's next check-in. */
export interface SnoozeClock {
  /** Zone of the coach who snoozes. */
  readonly coachTimezone: string;
  /** Start of the local day of the next check-in; null if none is scheduled. */
  readonly nextCheckInAt: Date | null;
}

/** Whether an instant that a coach chose is in the future, within the limit. */
export function isSnoozable(until: Date, now: Date): boolean {
  const aheadMs = until.getTime() - now.getTime();
  return aheadMs > 0 && aheadMs <= INBOX_LIMITS.snoozeDays * DAY_MS;
}
