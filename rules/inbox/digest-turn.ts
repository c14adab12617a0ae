import { localDateOf, localInstant, startOfLocalDay } from "../local-day.ts";

/** When the digest of a workspace comes, and when it came. */
export interface DigestPlan {
  readonly timezone: string;
  /** Hour of the local day. */
  readonly hour: number;
  /** Local day of the last one; null before the first. */
  readonly lastDate: string | null;
}

/** A digest that is due. */
export interface DigestTurn {
  readonly localDate: string;
  /** Nobody is told any more: its hour is over for too long. */
  readonly isMissed: boolean;
}

/** A digest that is later than this is not sent. */
const LATEST_MS = 4 * 3_600_000;

/**
 * The digest that is due of a workspace, or null (docs/rooms/inbox.md#notifications): one a local day, from its hour on by
 * the clocks of its zone, also where they are put forward or back; four hours later it is too late for it. The digest of
 * an hour that the clocks skip at the end of the day is due at that end, when the next day has begun. The digest of the
 * day before is sent for as long as any other, but nothing says that it was missed.
 */
export function digestTurn(plan: DigestPlan, now: Date): DigestTurn | null {
  const { timezone } = plan;
  const today = localDateOf(now, timezone);
  // Not the date before: clocks may have passed over that one.
  const lastInstant = startOfLocalDay(today, timezone).getTime() - 1;
  const before = turnOf(plan, localDateOf(new Date(lastInstant), timezone), now);
  return before === null || before.isMissed ? turnOf(plan, today, now) : before;
}

function turnOf({ timezone, hour, lastDate }: DigestPlan, localDate: string, now: Date) {
  if (lastDate !== null && lastDate >= localDate) return null;
  const at = localInstant(localDate, `${String(hour).padStart(2, "0")}:00`, timezone);
  if (now < at) return null;
  return { localDate, isMissed: now.getTime() - at.getTime() > LATEST_MS };
}
