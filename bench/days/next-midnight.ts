import type { Client } from "pg";

/** Moves the clock to shortly after the end of all clients' newest days. */
export async function moveToNextMidnight(database: Client): Promise<void> {
  await database.query(
    `update clock_offset set shift = shift + interval '1 minute'
       + (select max(next_day_at) from relationship_calendar) - clock_now()`,
  );
}
