import type { IndexedDb } from "./indexed-db.ts";

/**
 * A connection to IndexedDB that reopens after the browser has closed it. Browsers do so for a suspended page and after
 * a storage failure; the data are still there.
 */
export function reopenedIndexedDb(open: () => Promise<IndexedDb>): ReopenedIndexedDb {
  let connection: Promise<IndexedDb> | null = null;
  return async (use) => {
    const opened = connected();
    try {
      return await use(await opened);
    } catch (error) {
      if (!isClosed(error)) throw error;
      // Another call may have opened it again meanwhile.
      if (connection === opened) connection = null;
      return await use(await connected());
    }
  };

  function connected(): Promise<IndexedDb> {
    const opening =
      connection ??
      open().catch((error: unknown) => {
        // The next call tries again.
        connection = null;
        throw error;
      });
    connection = opening;
    return opening;
  }
}

/**
 * Runs a function with an open connection. The function runs a second time if the connection had been closed before
 * its transaction began.
 */
export type ReopenedIndexedDb = <T>(use: (database: IndexedDb) => Promise<T>) => Promise<T>;

/** `transaction()` of a closed connection throws this, before anything was read or written. */
function isClosed(error: unknown): boolean {
  return error instanceof Error && error.name === "InvalidStateError";
}
