import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";

/** Columns of every table that contain one of these words. */
export async function whereIs(
  em: SqlEntityManager,
  ...words: readonly string[]
): Promise<readonly string[]> {
  const columns = await em.fork().execute<{ table: string; column: string }[]>(`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'ARRAY', 'json', 'jsonb', 'bytea',
      'character varying')
      and table_name in (select relname from pg_class where relkind in ('r', 'p'))
    order by 1, 2`);
  const found = [];
  for (const { table, column } of columns) {
    const value = sql.ref(`${table}.${column}`);
    // Bytes are compared in their escaped form, in which letters stay letters.
    const { rows } = await sql`
      select 1 from ${sql.table(table)} cross join unnest(${words}::text[]) as looked(word)
      where position(looked.word in
        case pg_typeof(${value})::text when 'bytea' then encode(${value}::text::bytea, 'escape')
        else ${value}::text end) > 0 limit 1`.execute(em.fork().getKysely());
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}
