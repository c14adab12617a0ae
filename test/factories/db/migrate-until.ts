import { readFileSync } from "node:fs";
import { Client } from "pg";
import { migrationNames } from "../../../db/platform/migrate.ts";

/** Applies the migrations before the named one to an empty database, as the migrator would. */
export async function migrateUntil(ownerUrl: string, before: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(
      "create table mikro_orm_migrations (id serial primary key, name varchar, executed_at timestamptz default now())",
    );
    for (const name of migrationNames().filter((one) => one < before)) {
      const url = new URL(`../../../db/migrations/${name}.sql`, import.meta.url);
      await owner.query(readFileSync(url, "utf8"));
      await owner.query("insert into mikro_orm_migrations (name) values ($1)", [name]);
    }
  } finally {
    await owner.end();
  }
}
