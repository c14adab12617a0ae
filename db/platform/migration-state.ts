import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { tables } from "../tables.ts";
import { migrationNames } from "./migrate.ts";

/** The migrator's own table, which is not an entity. */
interface MigratorTables {
  readonly mikro_orm_migrations: { readonly name: string };
}

/** Resolves when the database answers. */
export async function pingDatabase(em: SqlEntityManager): Promise<void> {
  await tables(em.fork())
    .selectNoFrom(({ lit }) => lit(1).as("one"))
    .execute();
}

/** Names of migrations in this code that the database lacks. */
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
