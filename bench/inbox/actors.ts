import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { BenchStack } from "../stack/stack.ts";
import { readMeters, usedBetween } from "../stack/meters.ts";
import { openMessenger, openTasks, untilDelivered } from "./messages.ts";
import type { InboxReading } from "./pages.ts";

const IDLE_SECONDS = 5;

/**
 * Makes new tasks and waits until each has a waiting actor. Measures the CPU of each process per task, minus its idle
 * CPU, so that the result is comparable on a busy machine.
 */
export async function beginActors(
  { stack, database, desk }: InboxReading,
  count: number,
): Promise<readonly string[]> {
  const messenger = await openMessenger(stack, database, desk.workspaceId);
  await openTasks(messenger, 50);
  await untilAllWait(database);
  const idle = await cpuWhile(stack, database, () => sleep(IDLE_SECONDS * 1_000));
  const used = await cpuWhile(stack, database, async () => {
    await openTasks(messenger, count);
    await untilAllWait(database);
  });
  const parts = Object.entries(used.cpu).map(([part, seconds]) => {
    const beyond = seconds - ((idle.cpu[part] ?? 0) * used.seconds) / idle.seconds;
    return `${part} ${((beyond * 1_000) / count).toFixed(1)}`;
  });
  return [
    `${count} new tasks in ${used.seconds.toFixed(0)} s; CPU of one, ms: ${parts.join(", ")}`,
  ];
}

async function cpuWhile(stack: BenchStack, database: Client, act: () => Promise<unknown>) {
  const from = performance.now();
  const before = await readMeters(database, stack);
  await act();
  const { cpu } = usedBetween(before, await readMeters(database, stack));
  return { cpu, seconds: (performance.now() - from) / 1_000 };
}

/** Waits until every task's actor has run and knows its next deadline. */
async function untilAllWait(database: Client): Promise<void> {
  await untilDelivered(database);
  for (;;) {
    const { rows } = await database.query<{ left: number }>(
      `select count(*)::int as left from actor
        where workflow_id like 'inbox-task/%' and last_settled_at is null`,
    );
    if (rows[0]?.left === 0) return;
    await sleep(100);
  }
}
