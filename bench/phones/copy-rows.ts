import type { Client } from "pg";

/** Copies rows by one statement, whatever columns the table has; generated columns are generated again. */
export async function copyRows(
  database: Client,
  { table, changed, from, values = [] }: Copies,
): Promise<void> {
  const { rows } = await database.query<{ column: string }>(
    `select attname as column from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const columns = rows.map(({ column }) => column);
  const copied = columns.map((column) => changed(column) ?? `one.${column}`);
  await database.query(
    `insert into ${table} (${columns.join(", ")}) select ${copied.join(", ")} ${from}`,
    [...values],
  );
}

/** Rows to insert into a table: copies of `one` with some changed columns. */
export interface Copies {
  readonly table: string;
  /** SQL expression of a changed column. */
  readonly changed: (column: string) => string | undefined;
  /** SQL from `from` on, which contains `one`. */
  readonly from: string;
  readonly values?: readonly unknown[];
}

/** SQL of an id that is always the same for the same text. */
export function idOf(text: string): string {
  return `overlay(overlay(md5(${text}) placing '7' from 13) placing '8' from 17)::uuid`;
}

/**
 * SQL of the id of a batch or of one of its receipts; they share all but the last 16 bits.
 *
 * @param bits SQL of the last four digits.
 */
export function idInBatch(text: string, bits: string): string {
  return `(left((${idOf(text)})::text, 32) || ${bits})::uuid`;
}
