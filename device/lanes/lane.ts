import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import { BATCH_CONTENT } from "./batch/measure.ts";
import type { BatchSize } from "./batch/next-batch.ts";

/**
 * The state of a lane's connection while the process lives. It is not stored: after a restart a lane begins with full
 * batches and adapts again.
 */
export function makeLane(scopeId: string): Lane {
  let limits: BatchSize = WHOLE;
  const suspects = new Set<string>();
  let registrations = 0;
  let answeredBefore: number | null = null;
  return {
    scopeId,
    limits: () => limits,
    shrinkCount(count) {
      limits = { ...limits, count: Math.max(1, Math.floor(count / 2)) };
    },
    shrinkBytes(bytes) {
      limits = { ...limits, bytes: Math.max(1, Math.floor(bytes / 2)) };
    },
    reset() {
      limits = WHOLE;
      suspects.clear();
    },
    suspect(operationId) {
      if (suspects.size < MOST_SUSPECTS) suspects.add(operationId);
      return suspects.has(operationId);
    },
    isOnlyOneLost(answered) {
      const othersPassed = answeredBefore !== null && answered > answeredBefore;
      answeredBefore = answered;
      return othersPassed;
    },
    isLate: () => limits.count < WHOLE.count || suspects.size > 0,
    registered() {
      registrations += 1;
      return registrations;
    },
    succeeded() {
      suspects.clear();
      answeredBefore = null;
      registrations = 0;
      limits = { ...limits, count: Math.min(WHOLE.count, limits.count * 2) };
    },
  };
}

const WHOLE: BatchSize = { count: BATCH_LIMITS.operations, bytes: BATCH_CONTENT.bytes };

/** If this many operations fail individually without a success in between, the connection is the cause. */
const MOST_SUSPECTS = 8;

/** One lane in memory. */
export interface Lane {
  readonly scopeId: string;
  /** Maximum size of the next batch. */
  limits(): BatchSize;
  /** Called after a batch without an answer: halves the batch size until batches go through again. */
  shrinkCount(sent: number): void;
  /** Called after a batch that was too large for a proxy or the server. */
  shrinkBytes(sent: number): void;
  /** Restores full batches, because another network may accept them. */
  reset(): void;
  /** @returns whether an operation that failed alone waits individually, so that others pass. */
  suspect(operationId: string): boolean;
  /**
   * Called when a batch did not reach the server.
   *
   * @param answered calls of this device that the server has answered.
   * @returns whether other calls were answered since the last lost batch: then something on the way drops this one.
   */
  isOnlyOneLost(answered: number): boolean;
  /** Whether its last batch failed on the way, such as by silence. Another such batch may take long. */
  isLate(): boolean;
  /** @returns the number of registrations since a batch last went through. */
  registered(): number;
  succeeded(): void;
}
