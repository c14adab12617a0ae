import { isDatabaseTrouble } from "../../../db/transact.ts";

/** A load or a write of the batch failed: it is begun again, in parts and without its diagnostics. */
export class BatchFault extends Error {
  override readonly name = "BatchFault";
}

/**
 * Runs a part of an admission that concerns the batch as a whole.
 *
 * @throws BatchFault when it failed for another reason than the database itself.
 */
export async function orBatchFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isDatabaseTrouble(cause)) throw cause;
    throw new BatchFault("A part of the batch failed", { cause });
  }
}
