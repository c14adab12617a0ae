import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { tables } from "../tables.ts";
import { migrationNames } from "./migrate.ts";

/** The table of the migrator, which is no entity. */
interface MigratorTables {
  readonly mikro_orm_migrations: { readonly name: string };
}

/** Answers when the database does. */
export async function pingDatabase(em: SqlEntityManager): Promise<void> {
  await tables(em.fork())
    .selectNoFrom(({ lit }) => lit(1).as("one"))
    .execute();
}

/** Names of migrations that this code brings and the database has not seen. */
export async function listMissingMigrations(em: SqlEntityManager): Promise<readonly string[]> {
  const rows = await em
    .fork()
    .getKysely<MigratorTables>()
    .selectFrom("mikro_orm_migrations")
    .select("name")
    .execute();
  const applied = new Set(rows.map(({ name }) => name));
  return migrationNames().filter((name) => !applied.has(name));
}
