import { rowFaultOf } from "../db/fault-class.ts";
import { isIsolating, NeedsSavepoints, type Tx } from "../db/transact.ts";

/**
 * Lets the whole act run again with savepoints where a row fails by itself, so that what is at fault is found and
 * withheld (docs/rooms/agenda.md#withheld-occurrences): until something fails there is no savepoint.
 */
export async function withSavepointsOnFault<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isIsolating(tx) || rowFaultOf(cause) === null) throw cause;
    throw new NeedsSavepoints("A row failed by itself", { cause });
  }
}
