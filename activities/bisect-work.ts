import type { Logger } from "pino";
import { rowFaultOf } from "../db/platform/transactions/fault-class.ts";
import { isTrouble } from "../db/platform/transactions/transact.ts";
import { bisect } from "./bisect.ts";

/**
 * Processes many items together. After a failure it bisects them until each faulty item is isolated.
 *
 * @param stops returns true for an error that no item caused; by default, for a transient database error.
 * @throws an error for which `stops` is true; everything must then be retried.
 */
export async function bisectWork(
  ids: readonly string[],
  work: BisectedWork,
  stops: (error: unknown) => boolean = isTrouble,
): Promise<WorkProgress> {
  const results = await bisect(ids, {
    together: async (some) => ({ doneCount: await work.together(some), failedCount: 0 }),
    alone: async (id, error) => {
      await work.alone(id, error);
      return { doneCount: 0, failedCount: 1 };
    },
    isOwn: (error) => !stops(error),
  });
  const sum = (count: (progress: WorkProgress) => number) =>
    results.reduce((total, progress) => total + count(progress), 0);
  return {
    doneCount: sum(({ doneCount }) => doneCount),
    failedCount: sum(({ failedCount }) => failedCount),
  };
}

/** How many items were done, and how many failed. */
export interface WorkProgress {
  readonly doneCount: number;
  readonly failedCount: number;
}

/** How to process several items together, and how to record one that fails alone. */
export interface BisectedWork {
  /** Returns how many items were done. */
  readonly together: (ids: readonly string[]) => Promise<number>;
  readonly alone: (id: string, error: unknown) => Promise<void>;
}

/** Returns true for an error that no row caused (docs/rooms/house.md#one-fault); everything must then be retried. */
export function isNoRowFault(error: unknown): boolean {
  return rowFaultOf(error) === null;
}

/** Log for each item that failed. */
export type FaultLog = Pick<Logger, "error">;
