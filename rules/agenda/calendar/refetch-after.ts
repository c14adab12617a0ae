import { dayAfter, localDateOf, startOfLocalDay } from "../../local-day.ts";
import type { Calendar } from "./calendar.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Phones of one zone come back spread over so long after the next day began. */
const SPREAD_MS = 5 * MINUTE_MS;

/** While the next day is late, a phone that comes back after a wait waits as long again, within these. */
const SHORTEST_WAIT_MS = 30 * SECOND_MS;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;

/**
 * When a phone asks for today again (docs/rooms/agenda.md#today): some minutes after the next day began, spread by
 * the relationship's id, so that a zone does not come all at once; while that day is late, after 30 s, doubling to
 * 15 minutes. Of a calendar that stands still, at the next midnight.
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

/** The last digits of an id are random. */
function spreadOf(relationshipId: string): number {
  const digits = Number.parseInt(relationshipId.slice(-6), 16);
  return Math.floor((digits / 0x1_00_00_00) * SPREAD_MS);
}
