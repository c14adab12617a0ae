import { DatabaseSync } from "node:sqlite";
import { nodeSqlite } from "../adapters/node/node-sqlite.ts";
import { sqlOverSqlite } from "../adapters/sqlite/sql-over-sqlite.ts";
import { type Sql, SqlFault, type SqlFaultKind } from "../ports/sql.ts";

/**
 * A disk for one in-memory database, with switches for its faults. The database outlives every `Sql` opened over it, as
 * a file outlives its process.
 */
export function makeMemoryDisk(content?: Uint8Array): MemoryDisk {
  const database = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
  if (content !== undefined) database.deserialize(content);
  const sqlite = { ...nodeSqlite(database), close: () => undefined };
  const state: DiskState = { owner: 0, writes: 0, fault: null, kill: null };
  return {
    open() {
      state.owner += 1;
      state.kill = null;
      return openFor(state.owner, state, sqlOverSqlite(sqlite));
    },
    fail(kind) {
      state.fault = kind;
    },
    kill(when, nth) {
      state.kill = { when, write: state.writes + nth };
    },
    writes: () => state.writes,
    copy: () => makeMemoryDisk(database.serialize()),
  };
}

/** The database as one process sees it, with the faults of the disk. */
function openFor(self: number, state: DiskState, sql: Sql): Sql {
  return {
    async read(statement) {
      requireOwner();
      if (state.fault !== null && state.fault !== "FULL") throw faultOf(state.fault);
      return await sql.read(statement);
    },
    async write(statements) {
      requireOwner();
      if (state.fault !== null) throw faultOf(state.fault);
      state.writes += 1;
      const kill = state.kill?.write === state.writes ? state.kill.when : null;
      if (kill === "BEFORE") die();
      const changed = await sql.write(statements);
      if (kill === "AFTER") die();
      return changed;
    },
    close: () => sql.close(),
  };

  function requireOwner(): void {
    if (state.owner !== self) throw new SqlFault("LOST", "The process was killed.");
  }

  function die(): never {
    state.owner += 1;
    throw new SqlFault("LOST", "The process is killed here.");
  }
}

const faultOf = (kind: SqlFaultKind) => new SqlFault(kind, "A test made the disk fail.");

/** A disk whose faults and process kills a test controls. */
export interface MemoryDisk {
  /** Opens the database for a new process; that of the former process becomes `LOST`. */
  open(): Sql;
  /** Makes every call fail like this; FULL fails only writes. Null ends the fault. */
  fail(kind: SqlFaultKind | null): void;
  /**
   * Kills the process at its nth write from here, counted from 1. That call and all later ones are rejected as `LOST`;
   * AFTER leaves that write on the disk. `open` starts the next process without this kill.
   */
  kill(when: "BEFORE" | "AFTER", nth: number): void;
  /** Number of writes that reached the disk so far. */
  writes(): number;
  /** A second disk with the same content, as a backup that is restored elsewhere. */
  copy(): MemoryDisk;
}

interface DiskState {
  /** Number of the process that owns the database. */
  owner: number;
  writes: number;
  fault: SqlFaultKind | null;
  kill: { readonly when: "BEFORE" | "AFTER"; readonly write: number } | null;
}
