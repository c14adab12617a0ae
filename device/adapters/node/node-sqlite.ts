import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";
import type { Row, SqlValue } from "../../ports/sql.ts";
import type { SyncSqlite } from "../sqlite/sql-over-sqlite.ts";

/** Node's SQLite, with prepared statements cached by their text. */
export function nodeSqlite(database: DatabaseSync): SyncSqlite {
  const prepared = new Map<string, StatementSync>();
  return {
    all: (sql, params) => rowsOf(prepare(sql).all(...params.map(bound))),
    run: (sql, params) => Number(prepare(sql).run(...params.map(bound)).changes),
    exec: (sql) => database.exec(sql),
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
    codeOf: nodeSqliteCode,
  };

  function prepare(sql: string): StatementSync {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    if (prepared.size >= MOST_PREPARED) prepared.clear();
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  }
}

/** The SQLite result code of a Node error; null for any other error. */
export function nodeSqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("errcode" in error)) return null;
  return typeof error.errcode === "number" ? error.errcode : null;
}

/**
 * More than the library's statements; a limit, because statements built at run time must not grow the cache without
 * end.
 */
const MOST_PREPARED = 200;

/** Node binds a number as REAL; a column without a numeric type stores 5 as 5.0. */
function bound(value: SqlValue): SqlValue | bigint {
  return Number.isSafeInteger(value) ? BigInt(Number(value)) : value;
}

function rowsOf(found: readonly Record<string, SQLOutputValue>[]): readonly Row[] {
  if (found.every(isRow)) return found;
  throw new TypeError("Node read an integer as a bigint, although nothing asked for that.");
}

function isRow(
  row: Record<string, SQLOutputValue>,
): row is Record<string, Exclude<SQLOutputValue, bigint>> {
  for (const column in row) if (typeof row[column] === "bigint") return false;
  return true;
}
