import { afterAll } from "@jest/globals";
import { Client } from "pg";

/** Connects to a database outside the application's pool. The connection ends with the test file. */
export async function useClient(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  afterAll(() => client.end());
  await client.connect();
  return client;
}
