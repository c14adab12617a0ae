/** The part of a local day's operations that is done until an hour between 0 and 24. */
export function shareUntil(hour: number): number {
  const begun = Math.min(Math.floor(hour), HOURS - 1);
  const before = SHARES.slice(0, begun).reduce((sum, share) => sum + share, 0);
  return before + (hour - begun) * (SHARES[begun] ?? 0);
}

/** The hour until which a part of the operations is done, between 0 and 1: the inverse of `shareUntil`. */
export function hourOf(share: number): number {
  let left = share;
  for (const [hour, inHour] of SHARES.entries()) {
    if (left < inHour) return hour + left / inHour;
    left -= inHour;
  }
  return HOURS;
}

const HOURS = 24;

/** The hours in which most people act: after getting up, and after work. */
const PEAK_HOURS = new Set([7, 8, 18, 19]);
const NIGHT_HOURS = new Set([23, 0, 1, 2, 3, 4, 5]);
/** Half of the day arrives in four hours, as docs/scale.md assumes: three times the average. */
const PEAK_SHARE = 0.5;
const NIGHT_SHARE = 0.02;
const USUAL_HOURS = HOURS - PEAK_HOURS.size - NIGHT_HOURS.size;

/** The part of the operations in each hour. */
const SHARES: readonly number[] = Array.from({ length: HOURS }, (_, hour) => {
  if (PEAK_HOURS.has(hour)) return PEAK_SHARE / PEAK_HOURS.size;
  if (NIGHT_HOURS.has(hour)) return NIGHT_SHARE / NIGHT_HOURS.size;
  return (1 - PEAK_SHARE - NIGHT_SHARE) / USUAL_HOURS;
});
