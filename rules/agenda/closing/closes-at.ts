import {
  CLOSE_AFTER_HOURS,
  CLOSE_AFTER_RESUME_HOURS,
  HOLD_POLL_MINUTES,
  HOLD_HOURS,
} from "../../../contract/agenda/closing-vocabulary.ts";

/**
 * When a day closes: at the end of the next local day, at least 22 hours after its own end. The minimum matters if a
 * zone change shortens the next day (docs/rooms/agenda.md#closing).
 */
export function closesAt({ endsAt, nextEndsAt }: DayEnds): Date {
  return latest(nextEndsAt, hoursAfter(endsAt, CLOSE_AFTER_HOURS));
}

const HOUR_MS = 3_600_000;

/** The ends of a day and of the one after it. */
export interface DayEnds {
  readonly endsAt: Date;
  readonly nextEndsAt: Date;
}

/** When a day closes if its relationship resumes after a pause: at least 24 hours after that. */
export function closesAtAfterPause(planned: Date, resumedAt: Date): Date {
  return latest(planned, hoursAfter(resumedAt, CLOSE_AFTER_RESUME_HOURS));
}

/** When to check again a day that waits for known unsent work; null once it stops waiting. */
export function nextHoldPoll(closing: Date, now: Date): Date | null {
  const last = hoursAfter(closing, HOLD_HOURS);
  if (now >= last) return null;
  const next = new Date(now.getTime() + HOLD_POLL_MINUTES * 60_000);
  return next < last ? next : last;
}

function hoursAfter(instant: Date, hours: number): Date {
  return new Date(instant.getTime() + hours * HOUR_MS);
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}
