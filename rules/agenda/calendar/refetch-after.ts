import { dayAfter, localDateOf, startOfLocalDay } from "../../local-day.ts";
import type { Calendar } from "./calendar.ts";

/**
 * When a phone refetches today (docs/rooms/agenda.md#today): some minutes after the next day begins. The relationship's
 * id spreads the delay, so that the phones of a zone do not refetch all at once. While that day is late, the phone
 * waits 30 s, doubling to 15 minutes. If the calendar is stopped, it waits until the next midnight.
 */
export function refetchAfter(relationshipId: string, calendar: Calendar, now: Date): Date {
  const { nextDayAt, timezone } = calendar;
  if (nextDayAt !== null && nextDayAt <= now) {
    const lateMs = now.getTime() - nextDayAt.getTime();
    const waitMs = Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, lateMs));
    return new Date(now.getTime() + waitMs);
  }
  const at = nextDayAt ?? startOfLocalDay(dayAfter(localDateOf(now, timezone)), timezone);
  return new Date(at.getTime() + spreadOf(relationshipId));
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Refetches of one zone are spread over this time after the next day begins. */
const SPREAD_MS = 5 * MINUTE_MS;

/** While the next day is late, a phone doubles its wait, within these bounds. */
const SHORTEST_WAIT_MS = 30 * SECOND_MS;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;

/** The last digits of an id are random. */
function spreadOf(relationshipId: string): number {
  const digits = Number.parseInt(relationshipId.slice(-6), 16);
  return Math.floor((digits / 0x1_00_00_00) * SPREAD_MS);
}
