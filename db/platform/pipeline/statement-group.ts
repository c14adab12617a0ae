import type { Connection, FieldDef, Submittable } from "pg";
import type { Parameter } from "./parameter.ts";
import type { PreparedStatements } from "./prepared-statements.ts";
import type { Statement } from "./statement.ts";

/**
 * Statements up to one Sync: PostgreSQL runs them in order and, after an error, skips the rest. It writes and reads
 * the protocol as a Submittable, the way in which `pg` runs cursors and streams.
 */
export class StatementGroup implements Submittable {
  readonly #waiting: readonly WaitingStatement[];
  readonly #session: Session;
  /** Answers of the completed statements; the next statement is running. */
  readonly #answers: RawAnswer[] = [];
  #columns: readonly FieldDef[] = [];
  #rows: RawRow[] = [];

  constructor(waiting: readonly WaitingStatement[], session: Session) {
    this.#waiting = waiting;
    this.#session = session;
  }

  submit(connection: Connection): void {
    const { prepared } = this.#session;
    for (const { statement, parameters } of this.#waiting) {
      prepared.parse(statement, connection);
      connection.bind({ statement: statement.name ?? "", values: [...parameters] }, false);
      connection.describe({ type: "P" }, false);
      connection.execute(null, false);
    }
    prepared.endGroup();
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = fields;
  }

  handleDataRow({ fields }: { readonly fields: RawRow }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete({ text: tag }: { readonly text: string }): void {
    const completed = this.#waiting[this.#answers.length];
    if (completed !== undefined) this.#session.prepared.confirm(completed.statement);
    this.#answers.push({ columns: this.#columns, rows: this.#rows, tag });
    this.#columns = [];
    this.#rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  /** The statements before the failed one are answered; those after it were skipped. */
  handleError(error: unknown): void {
    // Outside of a transaction the Sync commits the only statement, which may fail after its answer.
    const answered = this.#answers.length < this.#waiting.length ? this.#answers.length : 0;
    this.#resolve(answered);
    for (const { reject } of this.#waiting.slice(answered)) reject(error);
    this.#session.onAnswered();
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#waiting.length);
    this.#session.onAnswered();
  }

  #resolve(count: number): void {
    for (const [place, { resolve, reject }] of this.#waiting.slice(0, count).entries()) {
      try {
        resolve(answerOf(this.#answers[place], this.#session.parsers));
      } catch (error) {
        reject(error);
      }
    }
  }
}

/** The session that runs a group. */
export interface Session {
  readonly parsers: ColumnParsers;
  readonly prepared: PreparedStatements;
  /** Called when PostgreSQL has answered the group, or never will. */
  readonly onAnswered: () => void;
}

/** How a column's text is read, by the OID of its type. */
interface ColumnParsers {
  getTypeParser(type: number, format: "text"): (text: string) => unknown;
}

/** The answer to a statement. */
export interface Answer {
  readonly rows: readonly Record<string, unknown>[];
  /** Name of the executed command: SELECT, INSERT, COMMIT. */
  readonly command: string;
  /** Number of rows that it returned or changed. */
  readonly count: number;
}

/** A statement whose sender awaits the answer. */
export interface WaitingStatement {
  readonly statement: Statement;
  readonly parameters: readonly Parameter[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

type RawRow = readonly (string | null)[];

interface RawAnswer {
  readonly columns: readonly FieldDef[];
  readonly rows: readonly RawRow[];
  readonly tag: string;
}

function answerOf(raw: RawAnswer | undefined, parsers: ColumnParsers): Answer {
  if (raw === undefined) throw new Error("PostgreSQL was ready before it answered a statement");
  const columns = raw.columns.map(({ name, dataTypeID }): Column => {
    return { name, parse: parsers.getTypeParser(dataTypeID, "text") };
  });
  const [command = "", ...counts] = raw.tag.split(" ");
  const rows = raw.rows.map((texts) => rowOf(texts, columns));
  return { rows, command, count: Number(counts.at(-1)) };
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

function rowOf(texts: RawRow, columns: readonly Column[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let place = 0;
  for (const { name, parse } of columns) {
    const text = texts[place] ?? null;
    row[name] = text === null ? null : parse(text);
    place += 1;
  }
  return row;
}
