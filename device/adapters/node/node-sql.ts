import { DatabaseSync } from "node:sqlite";
import type { Sql } from "../../ports/sql.ts";
import { faultOf, sqlOverSqlite } from "../sqlite/sql-over-sqlite.ts";
import { nodeSqlite, nodeSqliteCode } from "./node-sqlite.ts";

/**
 * Opens a database file in Node, or creates it. Only one process can open it: a second one gets `LOST`.
 *
 * @throws SqlFault if the file cannot be opened.
 */
export async function openNodeSql(path: string): Promise<Sql> {
  try {
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: true });
    const sqlite = nodeSqlite(database);
    try {
      for (const pragma of DURABLE) sqlite.exec(pragma);
    } catch (error) {
      sqlite.close();
      throw error;
    }
    return sqlOverSqlite(sqlite);
  } catch (error) {
    throw faultOf({ codeOf: nodeSqliteCode }, error);
  }
}

/** A commit returns when it is on the disk: the write-ahead log is synced with each. */
const DURABLE = [
  "pragma locking_mode = exclusive",
  "pragma journal_mode = wal",
  "pragma synchronous = full",
  // On macOS, fsync alone leaves the bytes in the drive's cache.
  "pragma fullfsync = on",
  // A deleted row leaves no content behind in a free page.
  "pragma secure_delete = on",
  // Takes the lock of the owner.
  "begin immediate",
  "commit",
];
