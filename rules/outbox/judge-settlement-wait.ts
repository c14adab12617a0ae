/**
 * Milliseconds that a batch may wait for others before the relay wakes its lane (docs/rooms/storage.md#relay). A batch
 * with an operation whose consequences cannot wait has none.
 */
export function judgeSettlementWait(
  { settlesLater, isWatched }: { readonly settlesLater: boolean; readonly isWatched: boolean },
  longestMs: number,
): number {
  if (!settlesLater) return 0;
  return isWatched ? Math.min(WATCHED_MS, longestMs) : longestMs;
}

/** While somebody follows the workspace. */
const WATCHED_MS = 1_000;
