import { type Sql, SqlFault, type Statement } from "../ports/sql.ts";
import { SCHEMA } from "./schema.ts";

/**
 * Migrates a database to the newest version in one transaction, so that a kill leaves the former version.
 *
 * @throws SqlFault NEWER if a newer library wrote it. The database is left unchanged.
 */
export async function migrate(sql: Sql, from: number, schema = SCHEMA): Promise<void> {
  const { version: newest } = schema;
  if (from > newest) {
    throw new SqlFault("NEWER", `The database has version ${from}, this library knows ${newest}.`);
  }
  if (from === newest) return;
  const scripts = await schema.scripts();
  await sql.write([
    ...scripts.slice(from).flatMap(statementsOf),
    {
      sql: "update device_metadata set schema_version = ? where schema_version = ?",
      params: [newest, from],
      changes: 1,
    },
  ]);
}

/** The version of a database; null if it is empty. */
export async function schemaVersion(sql: Sql): Promise<number | null> {
  const tables = await sql.read({
    sql: "select name from sqlite_schema where name = 'device_metadata'",
  });
  if (tables.length === 0) return null;
  const [row] = await sql.read({ sql: "select schema_version from device_metadata" });
  const version = row?.["schema_version"];
  if (typeof version === "number") return version;
  throw new SqlFault("CORRUPT", "The database has no version.");
}

/** The statements of a script, which end with a semicolon at the end of a line. */
export function statementsOf(script: string): readonly Statement[] {
  return script
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "")
    .map((sql) => ({ sql }));
}
