import { type RawBuilder, sql } from "kysely";
import type { Slots } from "../pipeline/prepare-query.ts";

/** Rows by column, each an array in PostgreSQL's text format. */
export type RowArrays = Readonly<Record<string, string>>;

/** The PostgreSQL type of a column. */
type ColumnType =
  | "bigint"
  | "boolean"
  | "date"
  | "int"
  | "jsonb"
  | "numeric"
  | "smallint"
  | "text"
  | "text[]"
  | "timestamptz"
  | "timestamptz[]"
  | "uuid"
  | "uuid[]";

/** The columns of rows, each with its type. */
export type RowTypes<Row> = Readonly<Record<keyof Row & string, ColumnType>>;

/**
 * SQL of rows of the caller as a table of a prepared statement, one array per column; give it an alias. PostgreSQL
 * reads them in two thirds of the time of a JSON record set, which repeats each name in each row.
 */
export function rowTable<Row>(types: RowTypes<Row>, slot: Slots<RowArrays>): RawBuilder<Row> {
  const columns = Object.entries<string>(types);
  // `unnest` would flatten an array of arrays: elements that are arrays are passed as text.
  const arrays = columns.map(
    ([name, type]) => sql`${slot(name)}::${sql.raw(type.endsWith("[]") ? "text" : type)}[]`,
  );
  const read = columns.map(([name, type]) =>
    type.endsWith("[]") ? sql`${sql.id(name)}::${sql.raw(type)} as ${sql.id(name)}` : sql.id(name),
  );
  return sql`(select ${sql.join(read)} from unnest(${sql.join(arrays)}) as listed (${columnsOf(types)}))`;
}

/** SQL of the columns' names, in their order. */
export function columnsOf<Row>(types: RowTypes<Row>) {
  return sql.join(Object.keys(types).map((name) => sql.id(name)));
}

/**
 * Rows in the format of `rowTable`. A column that no row has becomes an empty array; PostgreSQL pads it with nulls.
 */
export function rowArrays<Name extends string>(
  rows: readonly Readonly<Record<Name, unknown>>[],
  types: Readonly<Record<Name, ColumnType>>,
): RowArrays {
  const arrays: Record<string, string> = {};
  for (const name in types) {
    const isJson = types[name] === "jsonb";
    const elements = rows.map((row) => elementOf(row[name], isJson));
    arrays[name] = elements.every((element) => element === NULL) ? "{}" : `{${elements.join(",")}}`;
  }
  return arrays;
}

/** The text "NULL" would be quoted. */
const NULL = "NULL";

function elementOf(value: unknown, isJson: boolean): string {
  if (value === null || value === undefined) return NULL;
  if (isJson) return quoted(JSON.stringify(value));
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value))
    return quoted(`{${value.map((item) => elementOf(item, false)).join(",")}}`);
  throw new TypeError("No column type accepts this value");
}

/** Within an array element, only quotes and backslashes need escaping. */
function quoted(text: string): string {
  if (!text.includes('"') && !text.includes("\\")) return `"${text}"`;
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
