import { rowFaultOf } from "../db/platform/transactions/fault-class.ts";
import { isIsolating, NeedsSavepoints, type Tx } from "../db/platform/transactions/transact.ts";

/**
 * Runs an act again with savepoints if a row fails, so that the faulty row is found and withheld
 * (docs/rooms/agenda.md#withheld-occurrences). Until something fails there is no savepoint.
 */
export async function withSavepointsOnFault<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isIsolating(tx) || rowFaultOf(cause) === null) throw cause;
    throw new NeedsSavepoints("A row fault occurred", { cause });
  }
}
