import { type Row, type Sql, SqlFault, type SqlValue, type Statement } from "../../ports/sql.ts";
import { faultOfCode } from "./fault-of-code.ts";

/**
 * The SQL port over a synchronous SQLite library. A call runs as a whole when it is made: calls keep their order, and
 * nothing else runs between BEGIN and COMMIT. Awaiting in between would let a second caller's statements into the
 * transaction.
 */
export function sqlOverSqlite(sqlite: SyncSqlite): Sql {
  let isOpen = true;
  return {
    async read({ sql, params = [] }) {
      return attempt(() => sqlite.all(sql, params));
    },
    async write(statements) {
      return attempt(() => transact(sqlite, statements));
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      sqlite.close();
    },
  };

  function attempt<T>(run: () => T): T {
    if (!isOpen) throw new SqlFault("LOST", "The database is closed.");
    try {
      return run();
    } catch (error) {
      throw faultOf(sqlite, error);
    }
  }
}

/** A SQLite library, with one open database. */
export interface SyncSqlite {
  all(sql: string, params: readonly SqlValue[]): readonly Row[];
  /** @returns the number of rows that an INSERT, UPDATE or DELETE changed; after other statements, any number. */
  run(sql: string, params: readonly SqlValue[]): number;
  /** Runs a statement without parameters and result. */
  exec(sql: string): void;
  /** Whether a transaction is open. SQLite rolls back by itself after some errors. */
  isInTransaction(): boolean;
  close(): void;
  /** The extended result code of SQLite in an error of this library; null if it has none. */
  codeOf(error: unknown): number | null;
}

/** Maps an error of SQLite to a fault; an error caused by a wrong statement is unchanged. */
export function faultOf(sqlite: Pick<SyncSqlite, "codeOf">, error: unknown): unknown {
  if (error instanceof SqlFault) return error;
  const code = sqlite.codeOf(error);
  const kind = code === null ? null : faultOfCode(code);
  if (kind === null) return error;
  return new SqlFault(kind, `SQLite answered with code ${code}.`, { cause: error });
}

function transact(sqlite: SyncSqlite, statements: readonly Statement[]): readonly number[] {
  sqlite.exec("begin immediate");
  try {
    const changed = statements.map((statement) => runExpecting(sqlite, statement));
    sqlite.exec("commit");
    return changed;
  } catch (error) {
    if (sqlite.isInTransaction()) sqlite.exec("rollback");
    throw error;
  }
}

// SQLite keeps the count of the last change when another kind of statement runs.
const CHANGES_ROWS = /^\s*(?:insert|update|delete|replace|with)\b/i;

function runExpecting(sqlite: SyncSqlite, { sql, params = [], changes }: Statement): number {
  const count = sqlite.run(sql, params);
  const changed = CHANGES_ROWS.test(sql) ? count : 0;
  if (changes === undefined || changes === changed) return changed;
  // The statement's text has no values, which are parameters.
  throw new SqlFault("UNEXPECTED", `${changed} rows changed instead of ${changes}: ${sql}`);
}
