/**
 * Milliseconds until the relay scans for due batches again, unless a hint wakes it (docs/rooms/storage.md#relay).
 *
 * @param everyMs the interval of an idle relay.
 */
export function nextLaneScan(
  { dueCount, waitingCount, dueInMs }: LaneScan,
  everyMs: number,
): number {
  // A working lane is woken again once it may be; many waiting batches are soon enough.
  const pauseMs = dueCount > 0 || waitingCount >= SOON_ENOUGH ? BUSY_MS : everyMs;
  return Math.min(pauseMs, everyMs, dueInMs ?? everyMs);
}

/** The findings of the last scan. */
interface LaneScan {
  readonly dueCount: number;
  readonly waitingCount: number;
  readonly dueInMs: number | null;
}

const BUSY_MS = 200;
/** Half of what lanes are woken for. */
const SOON_ENOUGH = 8;
