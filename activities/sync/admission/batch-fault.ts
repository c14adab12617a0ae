import { isDatabaseTrouble } from "../../../db/transact.ts";

/** A load or a write of the batch failed; it starts again, in parts and without diagnostics. */
export class BatchFault extends Error {
  override readonly name = "BatchFault";
}

/**
 * Runs a step that concerns the batch as a whole.
 *
 * @throws BatchFault if the step fails for any reason other than a transient database error.
 */
export async function orBatchFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isDatabaseTrouble(cause)) throw cause;
    throw new BatchFault("A part of the batch failed", { cause });
  }
}
