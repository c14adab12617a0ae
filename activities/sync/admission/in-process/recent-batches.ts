import type { Operation } from "../../../../contract/sync/schema.ts";

/** Of so many batches a process remembers that it answered them. */
const REMEMBERED = 10_000;

/**
 * The batches that this process answered last with a receipt for every operation, by their first one. One that comes again is most likely known
 * as a whole: its rows are not read ahead, and nothing of it is judged. Only a hint: what is known, the receipts say.
 */
export interface RecentBatches {
  has(request: BatchKey): boolean;
  add(request: BatchKey): void;
}

interface BatchKey {
  readonly deviceId: string;
  readonly operations: readonly Operation[];
}

/** A memory of one process. @param most how many it keeps, the newest. */
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
