import type { Client } from "pg";
import { z } from "zod";

const Row = z.record(z.string(), z.json());
/** A row by column, as returned by `to_jsonb`. */
export type LeftRow = z.infer<typeof Row>;

/** Rows that a batch wrote into one table. */
export interface LeftTable {
  readonly table: string;
  /** Types by column, in the table's order. */
  readonly types: ReadonlyMap<string, string>;
  readonly key: readonly string[];
  readonly inserted: readonly LeftRow[];
  readonly updated: readonly { readonly before: LeftRow; readonly after: LeftRow }[];
  /** Stored bytes of the rows. */
  readonly bytes: number;
}

/** Tables that are not part of a batch's result: the outbox, the guard's records, and writes of schedules. */
const NO_FACTS = [
  "outbox",
  "actor",
  "app_session",
  "rate_limit",
  "clock_offset",
  "agenda_watch",
  "catalogue_%",
  "exercise%",
  "library_%",
  "licence_%",
  "provider_%",
  "taxonomy_%",
  "thumbnail_%",
  "usage_%",
];

/** Runs an action alone in the database, and returns the rows it wrote, table by table. */
export async function leftBy(
  database: Client,
  act: () => Promise<unknown>,
): Promise<readonly LeftTable[]> {
  const { rows } = await database.query<{ name: string }>(
    `select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname not like 'plain%'
        and not relname like any($1) order by relname`,
    [NO_FACTS],
  );
  const tables = rows.map(({ name }) => name);
  for (const table of tables)
    await database.query(`create temporary table "before_${table}" as table ${table}`);
  await act();
  const left: LeftTable[] = [];
  for (const table of tables) {
    const found = await leftIn(database, table);
    if (found.inserted.length + found.updated.length > 0) left.push(found);
    await database.query(`drop table "before_${table}"`);
  }
  return left;
}

async function leftIn(database: Client, table: string): Promise<LeftTable> {
  const { rows: columns } = await database.query<{ name: string; type: string; inKey: boolean }>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
            coalesce(a.attnum = any(i.indkey), false) as "inKey"
       from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
      where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  );
  const key = columns.filter(({ inKey }) => inKey).map(({ name }) => name);
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const same = key.map((name) => `was.${name} = is_now.${name}`).join(" and ");
  const { rows } = await database.query<{ before: unknown; after: unknown; bytes: number }>(
    `select to_jsonb(was) as before, to_jsonb(is_now) as after, pg_column_size(is_now.*) as bytes
       from ${table} is_now left join "before_${table}" was on ${same || "true"}
      where was is null or was is distinct from is_now
      order by is_now.ctid`,
  );
  const pairs = rows.map(({ before, after }) => ({
    before: Row.nullable().parse(before),
    after: Row.parse(after),
  }));
  return {
    table,
    types,
    key,
    inserted: pairs.flatMap(({ before, after }) => (before === null ? [after] : [])),
    updated: pairs.flatMap(({ before, after }) => (before === null ? [] : [{ before, after }])),
    bytes: rows.reduce((sum, row) => sum + row.bytes, 0),
  };
}

/** Tolerance of the bytes, because numbers and texts differ in length. */
const BYTES_MAY_DIFFER = 0.1;

/** @throws Error if the two batches wrote different tables or numbers of rows, or if the sizes of their rows differ. */
export function requireSame(ours: readonly LeftTable[], theirs: readonly LeftTable[]): void {
  const names = new Set([...ours, ...theirs].map(({ table }) => table));
  const differing = [...names].filter((name) => {
    const [one, other] = [ours, theirs].map((left) => left.find(({ table }) => table === name));
    if (one?.inserted.length !== other?.inserted.length) return true;
    if (one?.updated.length !== other?.updated.length) return true;
    return Math.abs((one?.bytes ?? 0) / (other?.bytes ?? 1) - 1) > BYTES_MAY_DIFFER;
  });
  if (differing.length === 0) return;
  const shown = differing.map(
    (name) => `${showTable(ours, name)}; by plain SQL ${showTable(theirs, name)}`,
  );
  throw new Error(`The written rows are not the same:\n${shown.join("\n")}`);
}

/** The written rows, in one line. */
export function showLeft(left: readonly LeftTable[]): string {
  return left.map(({ table }) => showTable(left, table)).join("; ");
}

function showTable(left: readonly LeftTable[], name: string): string {
  const found = left.find(({ table }) => table === name);
  if (found === undefined) return `${name}: nothing`;
  const { inserted, updated, bytes } = found;
  return `${name}: ${inserted.length} inserted, ${updated.length} updated, ${bytes} bytes`;
}
