import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { bulkActedSchema } from "../../contract/inbox/bulk-schema.ts";
import { INBOX_LIMITS } from "../../contract/inbox/vocabulary.ts";
import { ask } from "../phones/people.ts";
import { inTurns, renewDesk } from "./desk.ts";
import { openMessenger, openTasks, untilDelivered } from "./messages.ts";
import type { InboxReading } from "./pages.ts";

const MINUTE_MS = 60_000;
/** Time for the snooze actions, and for waking the actors. */
const AHEAD_MS_EACH = 25;
const LONGEST_SECONDS = 600;

/** Many snoozes that end within the same minute; measured until the last actor has woken its task. */
export async function wakeAll(reading: InboxReading, count: number): Promise<readonly string[]> {
  const { stack, database, desk } = reading;
  await renewDesk(stack, desk);
  const messenger = await openMessenger(stack, database, desk.workspaceId);
  const tasks = await openTasks(messenger, count);
  await untilDelivered(database);
  await renewDesk(stack, desk);
  const first = Date.now() + MINUTE_MS / 6 + count * AHEAD_MS_EACH;
  const next = inTurns(desk);
  const batches = Math.ceil(count / INBOX_LIMITS.bulk);
  for (let nth = 0; nth < batches; nth += 1) {
    const taskIds = tasks.slice(nth * INBOX_LIMITS.bulk, (nth + 1) * INBOX_LIMITS.bulk);
    const snoozedUntil = new Date(first + (nth * MINUTE_MS) / batches).toISOString();
    const body = { action: "SNOOZE", taskIds, snoozedUntil };
    await ask(`${desk.inbox}/bulk`, { token: next().token, body }, bulkActedSchema);
  }
  await untilDelivered(database);
  const overdueMs = Date.now() - first;
  if (overdueMs > 0) throw new Error("The actors were notified of the snoozes too late");
  await sleep(-overdueMs);
  const seconds = await untilAwake(reading, tasks);
  return [
    `${count} snoozes that end within a minute: all awake ${seconds.toFixed(1)} s after the first`,
  ];
}

async function untilAwake({ database }: InboxReading, tasks: readonly string[]): Promise<number> {
  const from = performance.now();
  for (;;) {
    const { rows } = await database.query<{ snoozed: number }>(
      "select count(*)::int as snoozed from coach_task where id = any($1) and status = 'SNOOZED'",
      [tasks],
    );
    const seconds = (performance.now() - from) / 1_000;
    const { snoozed } = z.object({ snoozed: z.int() }).parse(rows[0]);
    if (snoozed === 0) return seconds;
    if (seconds > LONGEST_SECONDS)
      throw new Error(`${snoozed} of ${tasks.length} are still snoozed`);
    await sleep(200);
  }
}
