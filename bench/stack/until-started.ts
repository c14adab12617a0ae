import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";

/**
 * Waits until the workflow of the last new inbox task has started. Then no row that opens a task or wakes its actor is
 * left. Returns the seconds it took.
 */
export async function untilStarted(database: Client): Promise<number> {
  const from = performance.now();
  for (;;) {
    const { rows } = await database.query<{ started: boolean }>(
      `select not exists (select from outbox where dead_at is null
         and (consumer = 'inbox' or consumer like '%inbox-task-actor')) as started`,
    );
    if (rows[0]?.started === true) return (performance.now() - from) / 1_000;
    await sleep(100);
  }
}
