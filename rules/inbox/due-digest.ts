import { localDateOf, localInstant, startOfLocalDay } from "../local-day.ts";

/** A digest that is due. */
export interface DueDigest {
  readonly localDate: string;
  /** Its hour passed too long ago: nobody is notified. */
  readonly isMissed: boolean;
}

/** When a workspace's digest is due, and when the last one was sent. */
export interface DigestPlan {
  readonly timezone: string;
  /** Hour of the local day. */
  readonly hour: number;
  /** Local day of the last digest; null before the first. */
  readonly lastDate: string | null;
}

/** A digest later than this is not sent. */
const LATEST_MS = 4 * 3_600_000;

/**
 * The due digest of a workspace, or null (docs/rooms/inbox.md#notifications). One a local day, from its hour by the
 * zone's clocks, across clock changes too. After four hours it is missed. If the clocks skip the hour at the end of
 * the day, the digest is due at that end, when the next day has begun. Yesterday's digest is sent within the same
 * four hours, but is never recorded as missed.
 */
export function dueDigest(plan: DigestPlan, now: Date): DueDigest | null {
  const { timezone } = plan;
  const today = localDateOf(now, timezone);
  // Not the previous date: clocks may have skipped it.
  const lastInstant = startOfLocalDay(today, timezone).getTime() - 1;
  const before = digestFor(plan, localDateOf(new Date(lastInstant), timezone), now);
  return before === null || before.isMissed ? digestFor(plan, today, now) : before;
}

function digestFor({ timezone, hour, lastDate }: DigestPlan, localDate: string, now: Date) {
  if (lastDate !== null && lastDate >= localDate) return null;
  const at = localInstant(localDate, `${String(hour).padStart(2, "0")}:00`, timezone);
  if (now < at) return null;
  return { localDate, isMissed: now.getTime() - at.getTime() > LATEST_MS };
}
