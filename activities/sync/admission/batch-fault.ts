import { isDatabaseTrouble } from "../../../db/platform/transactions/transact.ts";

/** A load or a write of the batch failed; it starts again, and the failing operations are isolated. */
export class BatchFault extends Error {
  override readonly name = "BatchFault";
}

/**
 * Runs a step that concerns several operations.
 *
 * @throws BatchFault if the step fails for any reason other than a transient database error.
 */
export async function orBatchFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isDatabaseTrouble(cause) || cause instanceof BatchFault) throw cause;
    throw new BatchFault("A part of the batch failed", { cause });
  }
}
