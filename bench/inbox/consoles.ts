import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ms } from "../agenda/compare-with-sql.ts";
import { quantile } from "../load.ts";
import { inTurns, renewDesk } from "./desk.ts";
import { openMessenger, openTasks, untilDelivered } from "./messages.ts";
import type { InboxReading } from "./pages.ts";

const IDLE_SECONDS = 5;
/** PostgreSQL reports the work of an idle connection up to ten seconds late. */
const COUNTED_AFTER_MS = 12_000;
const WAIT_SECONDS = 25;
const answerSchema = z.object({ data: z.object({ cursor: z.string(), reload: z.boolean() }) });

/** Consoles that wait for changes: their database load while nothing happens, and the delay of news. */
export async function waitWithMany(
  reading: InboxReading,
  count: number,
): Promise<readonly string[]> {
  const { stack, database, desk } = reading;
  await renewDesk(stack, desk);
  await untilDelivered(database);
  const messenger = await openMessenger(stack, database, desk.workspaceId);
  await sleep(COUNTED_AFTER_MS);
  const idle = await transactionsWithin(reading);
  const next = inTurns(desk);
  const { cursor } = (await poll(desk.inbox, next().token, "waitSeconds=0")).data;
  const query = `since=${encodeURIComponent(cursor)}&waitSeconds=${WAIT_SECONDS}`;
  let notifiedAt = 0;
  const waiting = Array.from({ length: count }, async () => {
    await poll(desk.inbox, next().token, query);
    return performance.now() - notifiedAt;
  });
  await sleep(COUNTED_AFTER_MS);
  const busy = await transactionsWithin(reading);
  await openTasks(messenger, 1);
  notifiedAt = performance.now();
  const seen = (await Promise.all(waiting)).toSorted((one, other) => one - other);
  return [
    `${count} consoles: ${(busy - idle).toFixed(1)} transactions a second more than without them ` +
      `(${idle.toFixed(1)}); a change is seen by half within ${ms(quantile(seen, 0.5))}, ` +
      `by all within ${ms(seen.at(-1) ?? 0)}`,
  ];
}

/** Database transactions per second. */
async function transactionsWithin({ database }: InboxReading): Promise<number> {
  const read = async () => {
    const { rows } = await database.query<{ count: string }>(
      `select xact_commit + xact_rollback as count from pg_stat_database
        where datname = current_database()`,
    );
    return Number(rows[0]?.count);
  };
  const before = await read();
  await sleep(IDLE_SECONDS * 1_000);
  return ((await read()) - before) / IDLE_SECONDS;
}

async function poll(inbox: string, token: string, query: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${inbox}/changes?${query}`, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  return answerSchema.parse(JSON.parse(text));
}
