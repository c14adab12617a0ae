import { Client } from "pg";

/** Removes every person of a test database, and with them all that hangs on them, and all events. */
export async function empty(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("truncate app_user, agenda_task_event, scope_change, outbox cascade");
  } finally {
    await client.end();
  }
}
