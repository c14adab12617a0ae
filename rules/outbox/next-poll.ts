/** Milliseconds until the next poll of the outbox (docs/rooms/storage.md#relay): 0 while more rows wait. */
export function nextPoll({ leasedCount, leaseLimit, emptyPasses }: PassFindings): number {
  if (leasedCount === leaseLimit) return 0;
  return emptyPasses > EMPTY_PASSES_BEFORE_IDLE ? IDLE_MS : BUSY_MS;
}

/** The findings of the last pass over the outbox. */
export interface PassFindings {
  readonly leasedCount: number;
  readonly leaseLimit: number;
  /** Consecutive passes that found nothing, this one included. */
  readonly emptyPasses: number;
}

const BUSY_MS = 200;
const IDLE_MS = 1_000;
const EMPTY_PASSES_BEFORE_IDLE = 10;
