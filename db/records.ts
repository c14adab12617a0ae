import { type RawBuilder, sql } from "kysely";

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
 * Records of the caller as a table of one statement, whose text and parameters stay the same however
 * many they are. Each has the named columns; give it an alias.
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

function columnName(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
