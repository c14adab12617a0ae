import { type RawBuilder, sql } from "kysely";

/**
 * Records of the caller as a table within one statement. Text and number of parameters do not depend on how many
 * records there are. Each record has the named columns; give the table an alias.
 */
export function records<Row extends object, Name extends keyof Row & string>(
  rows: readonly Row[],
  columns: readonly RecordColumn<Name>[],
): RawBuilder<Pick<Row, Name>> {
  const named = rows.map((row) =>
    Object.fromEntries(columns.map(([name]) => [columnName(name), row[name]])),
  );
  const types = columns.map(([name, type]) => sql`${sql.id(columnName(name))} ${sql.raw(type)}`);
  return sql`(select * from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as record (
    ${sql.join(types)}))`;
}

/** A column of records, and its type in the database. */
export type RecordColumn<Name extends string> = readonly [
  name: Name,
  type:
    | "bigint"
    | "boolean"
    | "date"
    | "date[]"
    | "float8"
    | "int"
    | "jsonb"
    | "numeric"
    | "text"
    | "timestamptz"
    | "timestamptz[]"
    | "uuid"
    | "uuid[]",
];

/**
 * Sorts rows by a key, for a statement that writes several. PostgreSQL locks them one by one: two transactions that
 * write the same rows in different orders could deadlock (docs/architecture.md#lock-order).
 */
export function sortedBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ row }) => row);
}

function columnName(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
