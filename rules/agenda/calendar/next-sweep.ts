/** When to retry after a number of failed scans: after a minute, doubling up to an hour. */
export function nextSweep(failures: number, now: Date): Date {
  const waitMs = Math.min(LONGEST_WAIT_MS, MINUTE_MS * 2 ** (failures - 1));
  return new Date(now.getTime() + waitMs);
}

const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
