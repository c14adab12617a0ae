import sqlite3InitModule, { type SAHPoolUtil, type Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import { type Sql, SqlFault, type SqlFaultKind } from "../../ports/sql.ts";
import { faultOf, sqlOverSqlite } from "../sqlite/sql-over-sqlite.ts";
import { wasmSqlite } from "./wasm-sqlite.ts";
import { wasmSqliteCode } from "./wasm-sqlite-code.ts";

/**
 * Opens a database in the origin private file system of a browser, or creates it. It runs in a dedicated worker only,
 * and only one worker can open it: another one gets `LOST`. `sqlite3.wasm` must lie next to the worker's script.
 *
 * @param folder folder of the database, which must contain nothing else.
 * @throws SqlFault REFUSED if the browser stores no files here, as in some private windows.
 */
export async function openOpfsSql(folder: string): Promise<Sql> {
  const sqlite3 = await loadSqlite();
  const pool = await openPool(sqlite3, folder);
  try {
    const sqlite = wasmSqlite(new pool.OpfsSAHPoolDb("/device.sqlite"), sqlite3.capi);
    for (const pragma of DURABLE) sqlite.exec(pragma);
    const sql = sqlOverSqlite(sqlite);
    return {
      ...sql,
      async close() {
        await sql.close();
        // Releases the handles of the files, so that another worker can open them.
        if (!pool.isPaused()) pool.pauseVfs();
      },
    };
  } catch (error) {
    throw faultOf({ codeOf: wasmSqliteCode }, error);
  }
}

/**
 * A commit returns when it is on the disk. Memory cannot be shared with other processes here, so the write-ahead log
 * needs the exclusive lock.
 */
const DURABLE = [
  "pragma locking_mode = exclusive",
  "pragma journal_mode = wal",
  "pragma synchronous = full",
  "pragma foreign_keys = on",
  "pragma secure_delete = on",
  "begin immediate",
  "commit",
];

let loading: Promise<Sqlite3Static> | null = null;

function loadSqlite(): Promise<Sqlite3Static> {
  loading ??= sqlite3InitModule().catch((error: unknown) => {
    // The next call fetches a missing file again.
    loading = null;
    throw error;
  });
  return loading;
}

async function openPool(sqlite3: Sqlite3Static, folder: string): Promise<SAHPoolUtil> {
  const options = {
    name: `sahpool-${folder}`,
    directory: folder,
    // Otherwise a worker that starts while another has the files open deletes them.
    preserveOnInitFailure: true,
    forceReinitIfPreviouslyFailed: true,
  };
  try {
    const pool = await sqlite3.installOpfsSAHPoolVfs(options);
    return pool.isPaused() ? await pool.unpauseVfs() : pool;
  } catch (error) {
    throw poolFault(error);
  }
}

function poolFault(error: unknown): SqlFault {
  const name = error instanceof Error ? error.name : "unknown";
  const kind = KINDS.get(name) ?? "REFUSED";
  return new SqlFault(kind, `The browser does not open its files: ${name}.`, { cause: error });
}

const KINDS = new Map<string, SqlFaultKind>([
  ["NoModificationAllowedError", "LOST"],
  ["QuotaExceededError", "FULL"],
]);
