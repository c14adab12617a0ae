import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { migrationNames } from "./migrate.ts";

/** Answers when the database does. */
export async function pingDatabase(em: SqlEntityManager): Promise<void> {
  await sql`select 1`.execute(em.fork().getKysely());
}

/** Names of migrations that this code brings and the database has not seen. */
export async function listMissingMigrations(em: SqlEntityManager): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from mikro_orm_migrations
  `.execute(em.fork().getKysely());
  const applied = new Set(rows.map(({ name }) => name));
  return migrationNames().filter((name) => !applied.has(name));
}
