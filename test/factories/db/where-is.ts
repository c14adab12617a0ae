import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type RawBuilder, sql } from "kysely";

/** Columns of every table that contain one of these words, as `table.column`. */
export async function whereIs(
  em: SqlEntityManager,
  ...words: readonly string[]
): Promise<readonly string[]> {
  const places = new Set([...(await whereAre(em, words)).values()].flat());
  return (await columnsOf(em)).map(placeOf).filter((place) => places.has(place));
}

/** The columns of each word, as {@link whereIs} names them, found by one statement. */
export async function whereAre(
  em: SqlEntityManager,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const searches = [...Map.groupBy(await columnsOf(em), ({ table }) => table)].map(searchTable);
  const { rows } = await sql<{ word: string; place: string }>`
    with looked as materialized (select unnest(${words}::text[]) as word)
    ${sql.join(searches, sql` union all `)}`.execute(em.fork().getKysely());
  const byWord = Map.groupBy(rows, ({ word }) => word);
  return new Map(words.map((word) => [word, (byWord.get(word) ?? []).map(({ place }) => place)]));
}

/** A column that may hold text. */
interface TextColumn {
  readonly table: string;
  readonly column: string;
  readonly isBytes: boolean;
}

const placeOf = ({ table, column }: TextColumn) => `${table}.${column}`;

let columns: readonly TextColumn[] | undefined;

async function columnsOf(em: SqlEntityManager): Promise<readonly TextColumn[]> {
  columns ??= await em.fork().execute<TextColumn[]>(`
    select table_name as "table", column_name as "column", data_type = 'bytea' as "isBytes"
    from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'ARRAY', 'json', 'jsonb', 'bytea',
      'character varying')
      and table_name in (select relname from pg_class where relkind in ('r', 'p'))
    order by 1, 2`);
  return columns;
}

function searchTable([table, ofTable]: readonly [string, readonly TextColumn[]]) {
  const places = ofTable.map(
    (column) =>
      sql`case when bool_or(position(looked.word in ${textOf(column)}) > 0) then ${sql.lit(placeOf(column))} end`,
  );
  return sql`
    select found.word, found.place from (
      select looked.word, unnest(array[${sql.join(places)}]) as place
      from ${sql.table(table)} cross join looked group by looked.word
    ) as found where found.place is not null`;
}

/** Bytes in escape format, which leaves letters unchanged. */
function textOf({ table, column, isBytes }: TextColumn): RawBuilder<unknown> {
  const value = sql.ref(`${table}.${column}`);
  return isBytes ? sql`encode(${value}, 'escape')` : sql`${value}::text`;
}
