/**
 * A database of the device, as the library uses it. It has two calls and no open transaction between them: after a
 * kill, or for a second caller, no transaction is half done.
 */
export interface Sql {
  /** Runs one query. */
  read(statement: Statement): Promise<readonly Row[]>;
  /**
   * Runs the statements in one transaction and makes it durable. All of them apply, or none does.
   *
   * @returns the number of changed rows of each statement.
   * @throws SqlFault, with nothing written.
   */
  write(statements: readonly Statement[]): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** SQL with positional parameters (`?`). */
export interface Statement {
  readonly sql: string;
  readonly params?: readonly SqlValue[];
  /** Number of rows that a written statement must change; another number rolls everything back (`UNEXPECTED`). */
  readonly changes?: number;
}

/** A value as SQLite stores it. Integers stay within the safe range. */
export type SqlValue = string | number | Uint8Array | null;

/** A row by column name. */
export type Row = Readonly<Record<string, SqlValue>>;

/**
 * Why the database refused.
 * - FULL: the disk, or the quota of the browser, has no room.
 * - CORRUPT: the file is damaged.
 * - REFUSED: the platform offers no durable storage here, for example in a private window.
 * - LOST: this database is closed, or another owner took it over.
 * - NEWER: a newer version of the library wrote it.
 * - UNEXPECTED: a statement changed another number of rows than it must.
 */
export type SqlFaultKind = "FULL" | "CORRUPT" | "REFUSED" | "LOST" | "NEWER" | "UNEXPECTED";

/** The database did not carry out the call, and nothing was written. */
export class SqlFault extends Error {
  readonly kind: SqlFaultKind;

  constructor(kind: SqlFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SqlFault";
    this.kind = kind;
  }
}

/** Whether a transaction failed only because the rows changed since they were read. */
export function isUnexpected(fault: unknown): boolean {
  return fault instanceof SqlFault && fault.kind === "UNEXPECTED";
}
