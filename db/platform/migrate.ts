import { readFileSync, readdirSync } from "node:fs";
import { MikroORM } from "@mikro-orm/postgresql";
import { Migration, Migrator } from "@mikro-orm/migrations";

const directory = new URL("../migrations/", import.meta.url);

/** Names of the migrations that this code brings, oldest first. */
export function migrationNames(): readonly string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.replace(".sql", ""))
    .toSorted();
}

/** The forward-only migrations, one plain SQL file each, oldest first. */
function migrationsList() {
  return migrationNames().map((name) => ({ name, class: sqlMigration(`${name}.sql`) }));
}

function sqlMigration(file: string) {
  return class extends Migration {
    override up(): void {
      this.addSql(readFileSync(new URL(file, directory), "utf8"));
    }
  };
}

/**
 * Brings the database to the newest schema.
 *
 * @param ownerUrl connection of the role that owns the schema, never the one the product runs as.
 * @returns names of the migrations that ran, oldest first.
 */
export async function migrate(ownerUrl: string): Promise<readonly string[]> {
  const orm = await MikroORM.init({
    clientUrl: ownerUrl,
    entities: [],
    logger: () => undefined,
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: { migrationsList: migrationsList(), transactional: true, snapshot: false },
  });
  try {
    const applied = await orm.migrator.up();
    return applied.map(({ name }) => name);
  } finally {
    await orm.close();
  }
}
