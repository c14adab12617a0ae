import { z } from "zod";
import { ms } from "../agenda/compare-with-sql.ts";
import { median } from "../load.ts";
import { ask } from "../phones/people.ts";
import { inTurns, renewDesk } from "./desk.ts";
import { openMessenger, openTasks, untilDelivered } from "./messages.ts";
import type { InboxReading } from "./pages.ts";
import { ACTS, type BenchAct, startPlainActs } from "./plain-acts.ts";

const WARM_UP = 10;
const ALL = ["start", "snooze", "resolve"] as const satisfies readonly BenchAct[];

/** Compares actions over HTTP with the plain SQL of the same change, in turns; then again with Temporal stopped. */
export async function compareActs(
  reading: InboxReading,
  rounds: number,
): Promise<readonly string[]> {
  const { stack } = reading;
  const plain = await startPlainActs(stack.database.url);
  try {
    const running = await inBothWays(reading, plain.url, rounds);
    process.kill(stack.pids["temporal"] ?? 0, "SIGSTOP");
    const stopped = await inBothWays(reading, plain.url, rounds);
    return [
      ...running.map((line) => `${line}, Temporal running`),
      ...stopped.map((line) => `${line}, Temporal stopped`),
    ];
  } finally {
    process.kill(stack.pids["temporal"] ?? 0, "SIGCONT");
    plain.close();
    await untilDelivered(reading.database);
  }
}

async function inBothWays(
  { stack, database, desk }: InboxReading,
  plainUrl: string,
  rounds: number,
): Promise<readonly string[]> {
  await renewDesk(stack, desk);
  const messenger = await openMessenger(stack, database, desk.workspaceId);
  const lines: string[] = [];
  for (const act of ALL) {
    const tasks = await openTasks(messenger, 2 * (rounds + WARM_UP));
    const next = inTurns(desk);
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds + WARM_UP; round += 1) {
      const [one = "", other = ""] = [tasks[2 * round], tasks[2 * round + 1]];
      const request = { token: next().token, body: ACTS[act] };
      const elapsed = await timed(`${desk.inbox}/${one}/${act}`, request);
      const plain = await timed(`${plainUrl}/tasks/${other}/${act}`, { body: {} });
      if (round < WARM_UP) continue;
      ours.push(elapsed);
      theirs.push(plain);
    }
    const [product, baseline] = [median(ours), median(theirs)];
    const times = (product / baseline).toFixed(2);
    lines.push(`${act}: p50 ${ms(product)}, plain SQL ${ms(baseline)}; ${times} times`);
  }
  return lines;
}

async function timed(url: string, request: { token?: string; body: object }): Promise<number> {
  const from = performance.now();
  await ask(url, request, z.unknown());
  return performance.now() - from;
}
