import { type Row, SqlFault, type SqlValue } from "../ports/sql.ts";

/** Reads the columns of a row as the type that the schema declares. @throws SqlFault CORRUPT for another type. */
export function textIn(row: Row, column: string): string {
  const value = row[column];
  return typeof value === "string" ? value : refuse(column, value);
}

export function numberIn(row: Row, column: string): number {
  const value = row[column];
  return typeof value === "number" ? value : refuse(column, value);
}

export function bytesIn(row: Row, column: string): Uint8Array {
  const value = row[column];
  return value instanceof Uint8Array ? value : refuse(column, value);
}

/** The column may be null. */
export function maybeTextIn(row: Row, column: string): string | null {
  return row[column] === null ? null : textIn(row, column);
}

export function maybeNumberIn(row: Row, column: string): number | null {
  return row[column] === null ? null : numberIn(row, column);
}

/** One of the values that the library writes into the column. */
export function oneOfIn<Value extends string>(
  row: Row,
  column: string,
  values: readonly Value[],
): Value {
  const text = textIn(row, column);
  return values.find((value) => value === text) ?? refuse(column, text);
}

/** A JSON list of texts, such as ids. */
export function textsIn(row: Row, column: string): readonly string[] {
  const list: unknown = JSON.parse(textIn(row, column));
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

function refuse(column: string, value: SqlValue | undefined): never {
  throw new SqlFault("CORRUPT", `Column ${column} is ${value === null ? "null" : typeof value}`);
}
