import type { Operation } from "../../../../contract/sync/schema.ts";

/**
 * Recently answered batches of this process with a receipt for every operation, by their first operation. A repeated
 * batch is most likely known as a whole, so its rows are not prefetched and nothing of it is judged. This is only a
 * hint; the receipts decide.
 */
export interface RecentBatches {
  has(request: BatchKey): boolean;
  add(request: BatchKey): void;
}

/** How many batches a process remembers as answered. */
const REMEMBERED = 10_000;

interface BatchKey {
  readonly deviceId: string;
  readonly operations: readonly Operation[];
}

/**
 * Creates the memory of one process.
 *
 * @param most how many it keeps, the newest.
 */
export function createRecentBatches(most = REMEMBERED): RecentBatches {
  const recent = new Set<string>();
  return {
    has: (request) => recent.has(keyOf(request)),
    add(request) {
      const key = keyOf(request);
      recent.delete(key);
      recent.add(key);
      const [oldest] = recent;
      if (recent.size > most && oldest !== undefined) recent.delete(oldest);
    },
  };
}

function keyOf({ deviceId, operations }: BatchKey): string {
  return `${deviceId} ${operations[0]?.clientOperationId ?? ""}`;
}
