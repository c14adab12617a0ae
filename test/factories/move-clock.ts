import { Client } from "pg";

/** Moves the product's clock of a test database: it then runs this many seconds ahead of real time. */
export async function moveClock(ownerUrl: string, aheadSeconds: number): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("update clock_offset set shift = make_interval(secs => $1)", [aheadSeconds]);
  } finally {
    await client.end();
  }
}
