import { type Sql, SqlFault, type SqlFaultKind } from "../ports/sql.ts";

/**
 * Remembers why the database refused its last call, so that the app can say it. Only a success ends the report: what
 * was refused is not written, and nothing in memory takes its place.
 *
 * @param onChange called when the database begins to refuse, or works again.
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
      // A statement that found other rows than expected is no fault of the storage.
      if (error instanceof SqlFault && error.kind !== "UNEXPECTED") report(error.kind);
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
  /** Why the last call was refused; null if it was not. */
  fault(): SqlFaultKind | null;
}
