import type { SqlFaultKind } from "../../ports/sql.ts";

/**
 * Maps an extended result code of SQLite to a kind of fault.
 *
 * @returns null for a mistake in a statement, such as its syntax or a broken constraint.
 * @see https://www.sqlite.org/rescode.html
 */
export function faultOfCode(code: number): SqlFaultKind | null {
  return EXTENDED.get(code) ?? PRIMARY.get(code % 256) ?? null;
}

/** Codes that differ in meaning from their primary code. */
const EXTENDED = new Map<number, SqlFaultKind>([
  // IOERR_WRITE: a disk quota, or the quota of a browser; only ENOSPC becomes FULL.
  [778, "FULL"],
  // IOERR_CORRUPTFS and IOERR_DATA: the file system, or a checksum, says that content is damaged.
  [8458, "CORRUPT"],
  [8202, "CORRUPT"],
]);

const PRIMARY = new Map<number, SqlFaultKind>([
  // PERM, READONLY, IOERR, CANTOPEN, AUTH
  [3, "REFUSED"],
  [8, "REFUSED"],
  [10, "REFUSED"],
  [14, "REFUSED"],
  [23, "REFUSED"],
  // BUSY and LOCKED: the owner keeps its lock, so another owner has the database.
  [5, "LOST"],
  [6, "LOST"],
  // CORRUPT, NOTADB
  [11, "CORRUPT"],
  [26, "CORRUPT"],
  // FULL
  [13, "FULL"],
]);
