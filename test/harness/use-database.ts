import { openSharedDatabase, type TestDatabase } from "./database.ts";
import { workerParts } from "./worker-parts.ts";

/**
 * The database that the files of this Jest worker share, one after the other. A file that counts rows of a table,
 * reads metrics, prunes, sweeps, moves the clock or makes locks fail needs a separate one (`useOwnDatabase`).
 */
export function useDatabase(): Promise<TestDatabase> {
  return (workerParts.database ??= openSharedDatabase());
}
