import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import { BATCH_CONTENT } from "./batch/measure.ts";
import type { BatchSize } from "./batch/next-batch.ts";

/**
 * What a lane knows about its connection while the process lives. Nothing of it is stored: a restart begins with whole
 * batches and learns again.
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

/** If this many operations failed by themselves without a success in between, the connection is the reason. */
const MOST_SUSPECTS = 8;

/** One lane in memory. */
export interface Lane {
  readonly scopeId: string;
  /** How much a batch may have now. */
  limits(): BatchSize;
  /** After a batch that got no answer: half as many, until batches go through again. */
  shrinkCount(sent: number): void;
  /** After a batch that was too large for something on the way. */
  shrinkBytes(sent: number): void;
  /** Another network may carry whole batches. */
  reset(): void;
  /** @returns whether an operation that failed by itself is to wait by itself, so that others pass. */
  suspect(operationId: string): boolean;
  /**
   * Called when a batch reached nobody.
   *
   * @param answered calls of this device that the service has answered.
   * @returns whether others were answered since the last batch that was lost: something on the way drops this one.
   */
  isOnlyOneLost(answered: number): boolean;
  /** @returns how often the device registered since a batch went through. */
  registered(): number;
  succeeded(): void;
}
