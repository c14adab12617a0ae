import { Client } from "pg";

/**
 * Opens a connection outside every pool, to find out about the database. Connecting and each answer take at most two
 * seconds. End it with `connection.stream.destroy()`: a polite end would wait for a dead link.
 *
 * @throws the driver's error if the database does not answer.
 */
export async function openProbe(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: "sideline-probe",
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.connection.stream.destroy();
    throw error;
  }
}

const LIMIT_MS = 2_000;
