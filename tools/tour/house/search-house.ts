import { Client, escapeIdentifier } from "pg";

/** Searches every column of every table for a word, ignoring case. */
export async function searchHouse(ownerUrl: string, word: string): Promise<SearchedHouse> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ table: string; column: string }>(COLUMNS);
    const found: string[] = [];
    for (const { table, column } of rows) {
      // Bytes are read in escape format, which leaves letters unchanged.
      const text = `case pg_typeof(c)::text when 'bytea' then encode(c::text::bytea, 'escape') else c::text end`;
      const { rowCount } = await owner.query(
        `select from (select ${escapeIdentifier(column)} as c from ${escapeIdentifier(table)}) as all_of_it
          where position(lower($1) in lower(${text})) > 0 limit 1`,
        [word],
      );
      if (rowCount !== 0) found.push(`${table}.${column}`);
    }
    return { columnCount: rows.length, found };
  } finally {
    await owner.end();
  }
}

const COLUMNS = `select c.relname as "table", a.attname as "column"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped
  order by 1, 2`;

/** Extent of a search, and where it found something. */
export interface SearchedHouse {
  readonly columnCount: number;
  /** Columns that contain the word, as `table.column`. */
  readonly found: readonly string[];
}
