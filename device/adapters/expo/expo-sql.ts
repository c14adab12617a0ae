import type { Row, Sql, SqlValue } from "../../ports/sql.ts";
import { faultOf, sqlOverSqlite, type SyncSqlite } from "../sqlite/sql-over-sqlite.ts";
import { expoSqliteCode } from "./expo-sqlite-code.ts";

/**
 * The SQL port over a database of `expo-sqlite`, opened with `useNewConnection`. It uses only the synchronous calls:
 * asynchronous transactions of `expo-sqlite` let other callers' statements in, and two concurrent ones lock each other
 * out.
 *
 * On iOS the package ends a text at its first NUL character and stores an empty blob as NULL. The library's ids and
 * names have no NUL, and its blobs are sealed and so never empty.
 *
 * @throws SqlFault if the database cannot be used.
 */
export async function openExpoSql(database: ExpoDatabase): Promise<Sql> {
  try {
    for (const pragma of DURABLE) database.execSync(pragma);
  } catch (error) {
    throw faultOf({ codeOf: expoSqliteCode }, error);
  }
  return sqlOverSqlite(expoSqlite(database));
}

/** The part of `SQLiteDatabase` of `expo-sqlite` 57 that the adapter uses. */
export interface ExpoDatabase {
  execSync(source: string): void;
  runSync(source: string, params: SqlValue[]): { readonly changes: number };
  getAllSync(source: string, params: SqlValue[]): unknown[];
  isInTransactionSync(): boolean;
  closeSync(): void;
}

/** A commit returns when it is on the disk. */
const DURABLE = [
  "pragma locking_mode = exclusive",
  "pragma journal_mode = wal",
  "pragma synchronous = full",
  // On iOS, fsync alone leaves the bytes in the drive's cache.
  "pragma fullfsync = on",
  "pragma foreign_keys = on",
  // A deleted row leaves no content behind in a free page.
  "pragma secure_delete = on",
  // Takes the lock of the owner.
  "begin immediate",
  "commit",
];

function expoSqlite(database: ExpoDatabase): SyncSqlite {
  return {
    all: (sql, params) => rowsOf(database.getAllSync(sql, [...params])),
    run: (sql, params) => database.runSync(sql, [...params]).changes,
    exec: (sql) => database.execSync(sql),
    isInTransaction: () => database.isInTransactionSync(),
    close: () => database.closeSync(),
    codeOf: expoSqliteCode,
  };
}

function rowsOf(found: readonly unknown[]): readonly Row[] {
  if (found.every(isRow)) return found;
  throw new TypeError("expo-sqlite returned a value that SQLite does not have.");
}

function isRow(row: unknown): row is Row {
  return typeof row === "object" && row !== null && Object.values(row).every(isSqlValue);
}

function isSqlValue(value: unknown): value is SqlValue {
  if (value === null || value instanceof Uint8Array) return true;
  return typeof value === "string" || typeof value === "number";
}
