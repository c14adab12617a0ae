/** What the last pass over the outbox found. */
export interface PassFindings {
  readonly leasedCount: number;
  readonly leaseLimit: number;
  /** Passes in a row that found nothing, this one included. */
  readonly emptyPasses: number;
}

const BUSY_MS = 200;
const IDLE_MS = 1_000;
const EMPTY_PASSES_BEFORE_IDLE = 10;

/**
 * Milliseconds until the next look at the outbox (docs/rooms/storage.md#relay): at once while more waits.
 */
export function nextPoll({ leasedCount, leaseLimit, emptyPasses }: PassFindings): number {
  if (leasedCount === leaseLimit) return 0;
  return emptyPasses > EMPTY_PASSES_BEFORE_IDLE ? IDLE_MS : BUSY_MS;
}
