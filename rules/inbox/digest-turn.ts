import { localDateOf, localInstant } from "../local-day.ts";

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
 * The digest that is due of a workspace, or null (docs/rules.md#inbox-notifications): one a local day, from its hour on by
 * the clocks of its zone, also where they are put forward or back; four hours later it is too late for it.
 */
export function digestTurn({ timezone, hour, lastDate }: DigestPlan, now: Date): DigestTurn | null {
  const localDate = localDateOf(now, timezone);
  if (lastDate !== null && lastDate >= localDate) return null;
  const at = localInstant(localDate, `${String(hour).padStart(2, "0")}:00`, timezone);
  if (now < at) return null;
  return { localDate, isMissed: now.getTime() - at.getTime() > LATEST_MS };
}
