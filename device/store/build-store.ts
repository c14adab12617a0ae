import { type Sql, SqlFault, type Statement } from "../ports/sql.ts";
import type { Surface } from "../types.ts";
import { MIGRATIONS } from "./migrations.ts";
import { EVICTED, INSTALLATION, REFRESH_TOKEN } from "./names.ts";
import type { Schema } from "./schema.ts";
import type { StorePorts } from "./store-ports.ts";

/**
 * Creates the database, or migrates it to the newest version. This code is loaded only then, with the scripts.
 *
 * @throws SqlFault NEWER if a newer library wrote it. The database is left unchanged.
 */
export async function buildStore(
  ports: StorePorts,
  surface: Surface,
  { from, schema: { version, scripts = MIGRATIONS } }: ToBuild,
): Promise<void> {
  if (from === null) await createStore(ports, surface, scripts);
  else await migrate(ports.sql, from, { version, scripts });
}

interface ToBuild {
  /** The present version; null if there is no database. */
  readonly from: number | null;
  readonly schema: Schema;
}

/**
 * Creates the tables and the one row about this device in one transaction.
 *
 * If the vault already has an installation id, the platform deleted an earlier database, as browsers do when the disk
 * is full. The same transaction records that. The former session goes first, because its person is unknown here. The
 * vault gets a new id after the transaction, because a kill in between must not look like a deleted database.
 */
async function createStore(
  { sql, vault, random, clock }: StorePorts,
  surface: Surface,
  scripts: readonly string[],
): Promise<void> {
  const former = await vault.read(INSTALLATION);
  if (former !== null) await vault.remove(REFRESH_TOKEN);
  const installationId = former ?? random.uuid();
  await sql.write([
    ...scripts.flatMap(statementsOf),
    {
      sql: `insert into device_metadata (one, schema_version, app_surface, installation_id)
        values (1, ?, ?, ?)`,
      params: [scripts.length, surface, installationId],
    },
    ...(former === null ? [] : [noteEviction(clock.now())]),
  ]);
  if (former === null) await vault.write(INSTALLATION, installationId);
}

function noteEviction(now: number) {
  return {
    sql: "insert into cache_metadata (key, value, updated_at) values (?, 'true', ?)",
    params: [EVICTED, now],
  };
}

/** Migrates a database in one transaction, so that a kill leaves the former version. */
async function migrate(
  sql: Sql,
  from: number,
  { version: newest, scripts }: Required<Schema>,
): Promise<void> {
  if (from > newest) {
    throw new SqlFault("NEWER", `The database has version ${from}, this library knows ${newest}.`);
  }
  await sql.write([
    ...scripts.slice(from).flatMap(statementsOf),
    {
      sql: "update device_metadata set schema_version = ? where schema_version = ?",
      params: [newest, from],
      changes: 1,
    },
  ]);
}

/** The statements of a script, which end with a semicolon at the end of a line. */
function statementsOf(script: string): readonly Statement[] {
  return script
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "")
    .map((sql) => ({ sql }));
}
