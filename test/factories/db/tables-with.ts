import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";

/** Tables that contain the text in some row. */
export async function tablesWith(em: SqlEntityManager, text: string): Promise<readonly string[]> {
  const tables = await em.execute<{ name: string }[]>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} as t
      where t::text like ${`%${text}%`} limit 1`.execute(em.getKysely());
    if (rows.length > 0) found.push(name);
  }
  return found;
}
