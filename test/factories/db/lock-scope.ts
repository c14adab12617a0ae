import { Client } from "pg";

/** Locks a relationship like an act that never ends. Returns a function that releases it. */
export async function lockScope(url: string, relationshipId: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("begin");
  await client.query(
    "select from relationship_scope where relationship_id = $1 for no key update",
    [relationshipId],
  );
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}
