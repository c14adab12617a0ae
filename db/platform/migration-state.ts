import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { tables } from "../tables.ts";
import { migrationNames } from "./migrate.ts";

/** Answers when the database does. */
export async function pingDatabase(em: SqlEntityManager): Promise<void> {
  await tables(em.fork())
    .selectNoFrom(({ lit }) => lit(1).as("one"))
    .execute();
}

/** Names of migrations that this code brings and the database has not seen. */
export async function listMissingMigrations(em: SqlEntityManager): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from mikro_orm_migrations
  `.execute(em.fork().getKysely());
  const applied = new Set(rows.map(({ name }) => name));
  return migrationNames().filter((name) => !applied.has(name));
}
