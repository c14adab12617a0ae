import { openProbe } from "./open-probe.ts";

/** Whether the database answers a new connection. A pool proves nothing: its connections may be dead. */
export async function answersAfresh(url: string): Promise<boolean> {
  try {
    const client = await openProbe(url);
    try {
      await client.query("select 1");
      return true;
    } finally {
      client.connection.stream.destroy();
    }
  } catch {
    return false;
  }
}
