import { isUnexpected, type Sql, SqlFault, type SqlFaultKind } from "../ports/sql.ts";

/**
 * Remembers why the last database call failed, so that the app can show it. Only a success clears it: a failed write is
 * lost, and there is no in-memory fallback.
 *
 * @param onChange called when the database begins to fail, or works again.
 */
export function watchFaults(sql: Sql, onChange: () => void): WatchedSql {
  let fault: SqlFaultKind | null = null;
  return {
    read: async (statement) => await watched(async () => await sql.read(statement)),
    write: async (statements) => await watched(async () => await sql.write(statements)),
    close: async () => await sql.close(),
    fault: () => fault,
  };

  async function watched<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      const result = await call();
      report(null);
      return result;
    } catch (error) {
      // A statement that changed an unexpected number of rows is no fault of the storage.
      if (error instanceof SqlFault && !isUnexpected(error)) report(error.kind);
      throw error;
    }
  }

  function report(kind: SqlFaultKind | null): void {
    if (fault === kind) return;
    fault = kind;
    onChange();
  }
}

/** A database that remembers why it refused. */
export interface WatchedSql extends Sql {
  /** Why the last call failed; null if it succeeded. */
  fault(): SqlFaultKind | null;
}
