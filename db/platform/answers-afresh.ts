import { Client } from "pg";

/** Whether the database answers a new connection. A pool proves nothing: its connections may be dead. */
export async function answersAfresh(url: string): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    application_name: "sideline-probe",
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    client.connection.stream.destroy();
  }
}

const LIMIT_MS = 2_000;
