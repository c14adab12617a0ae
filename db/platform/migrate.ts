import { readFileSync, readdirSync } from "node:fs";
import { MikroORM } from "@mikro-orm/postgresql";
import { Migration, Migrator } from "@mikro-orm/migrations";
import { waitedForLock } from "./transactions/transact.ts";

/**
 * Migrates the database to the newest schema.
 *
 * @param ownerUrl connection of the role that owns the schema, never the one the product runs as.
 * @returns names of the migrations that ran, oldest first.
 * @throws ForeignSchema, and LockedTable if one waits too long for a lock; those before it stay applied.
 */
export async function migrate(ownerUrl: string): Promise<readonly string[]> {
  const orm = await MikroORM.init({
    clientUrl: ownerUrl,
    entities: [],
    logger: () => undefined,
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    // Each migration is a transaction of its own: one that validates rows must not keep the locks of those before it.
    migrations: {
      migrationsList: migrationsList(),
      transactional: true,
      allOrNothing: false,
      snapshot: false,
    },
  });
  try {
    const executed = await orm.migrator.getExecuted();
    requireOwnSchema(executed.map(({ name }) => name));
    await dropInvalidIndexes(orm);
    const applied = await orm.migrator.up();
    return applied.map(({ name }) => name);
  } catch (error) {
    if (!waitedForLock(error)) throw error;
    throw new LockedTable(error);
  } finally {
    await orm.close();
  }
}

const directory = new URL("../migrations/", import.meta.url);

/** Names of the migrations in this code, oldest first. */
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
  const text = () => readFileSync(new URL(file, directory), "utf8");
  return class extends Migration {
    override up(): void {
      this.addSql(text());
    }

    /** PostgreSQL builds an index beside writers only outside of a transaction; such a file has one statement. */
    override isTransactional(): boolean {
      return !/^create index concurrently /m.test(text());
    }
  };
}

/** Drops what a concurrent index left when it gave up or was interrupted, so that its migration can run again. */
async function dropInvalidIndexes(orm: MikroORM): Promise<void> {
  const em = orm.em.fork();
  const invalid = await em.execute<{ name: string }[]>(
    `select format('%I.%I', relnamespace::regnamespace, relname) as name
     from pg_index join pg_class on pg_class.oid = indexrelid
     where not indisvalid and relkind = 'i' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of invalid) await em.execute(`drop index concurrently ${name}`);
}

/** A migration gave up after the lock timeout of its role (db/roles.sql), before a queue formed behind it. */
export class LockedTable extends Error {
  constructor(cause: unknown) {
    super(
      "A migration waited too long for the lock of a table, and nothing of it was applied. Find the transaction that " +
        "holds it in pg_stat_activity, let it end, and migrate again.",
      { cause },
    );
    this.name = "LockedTable";
  }
}

/** The database has migrations that this code lacks, so this code must not migrate it. */
export class ForeignSchema extends Error {
  constructor(foreign: readonly string[]) {
    super(
      `The database has foreign migrations (${foreign.length}, the first ${foreign[0]}) and ` +
        "cannot be migrated; nothing was changed. Run `npm run reset` to empty the embedded database.",
    );
    this.name = "ForeignSchema";
  }
}

/**
 * Refuses a database from before the first release, or of another line of development: it has migrations that we
 * lack, and lacks some of ours. A database of newer code has all of ours.
 */
function requireOwnSchema(executed: readonly string[]): void {
  const own = migrationNames();
  const foreign = executed.filter((name) => !own.includes(name));
  const isNewer = own.every((name) => executed.includes(name));
  if (foreign.length > 0 && !isNewer) throw new ForeignSchema(foreign);
}
