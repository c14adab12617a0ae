import type { CAPI, Database, PreparedStatement } from "@sqlite.org/sqlite-wasm";
import type { Row, SqlValue } from "../../ports/sql.ts";
import type { SyncSqlite } from "../sqlite/sql-over-sqlite.ts";
import { wasmSqliteCode } from "./wasm-sqlite-code.ts";

/** SQLite compiled to WebAssembly, with prepared statements cached by their text. */
export function wasmSqlite(database: Database, capi: CAPI): SyncSqlite {
  const prepared = prepareOnce(database);
  return {
    all: (sql, params) => using(prepared.get(sql), params, rowsOf),
    run(sql, params) {
      using(prepared.get(sql), params, (statement) => statement.step());
      return database.changes();
    },
    exec(sql) {
      database.exec(sql);
    },
    isInTransaction: () => capi.sqlite3_get_autocommit(database) === 0,
    close() {
      prepared.finalize();
      database.close();
    },
    codeOf: wasmSqliteCode,
  };
}

function using<T>(
  statement: PreparedStatement,
  params: readonly SqlValue[],
  use: (statement: PreparedStatement) => T,
): T {
  try {
    if (params.length > 0) statement.bind([...params]);
    return use(statement);
  } finally {
    // A statement that failed reports the same failure at its reset.
    statement.resetNoThrow(true);
  }
}

function prepareOnce(database: Database) {
  const prepared = new Map<string, PreparedStatement>();
  return {
    get(sql: string): PreparedStatement {
      const known = prepared.get(sql);
      if (known !== undefined) return known;
      if (prepared.size >= MOST_PREPARED) finalize();
      const statement = database.prepare(sql);
      prepared.set(sql, statement);
      return statement;
    },
    finalize,
  };

  function finalize(): void {
    for (const statement of prepared.values()) statement.finalize();
    prepared.clear();
  }
}

/**
 * More than the library's statements; a limit, because statements built at run time must not grow the cache without
 * end.
 */
const MOST_PREPARED = 200;

function rowsOf(statement: PreparedStatement): readonly Row[] {
  const columns = statement.getColumnNames();
  const rows: Row[] = [];
  while (statement.step()) {
    const values = statement.get([]);
    rows.push(
      Object.fromEntries(columns.map((column, place) => [column, asStored(values[place])])),
    );
  }
  return rows;
}

function asStored(value: unknown): SqlValue {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError("SQLite returned an integer outside of the safe range.");
}
