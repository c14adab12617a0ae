import { Client } from "pg";
import { databaseStatements } from "./database-roles.ts";

/** Creates an empty or copied database of the owner role, unless it exists. */
export async function createDatabase(url: string, name: string, template?: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount !== 0) return;
    for (const statement of databaseStatements(name, template)) await client.query(statement);
  } finally {
    await client.end();
  }
}
