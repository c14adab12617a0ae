// Measures waiting onboardings: `npm run bench:onboardings -- --actors 10000`. Rows of skipped questionnaires with a
// reminder tomorrow are written directly into the database of the benchmark's own stack, and `actors:reconcile` wakes
// their actors. Once all of them wait, memory and idle CPU of the server and the worker are read. Meanwhile phones
// send batches, whose settlement lag is measured.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { openLoop, quantile } from "./load.ts";
import { buildPhones, renewAll } from "./phones/phones.ts";
import { productSide } from "./sides.ts";
import { databaseNow, settlementLags, untilSettled } from "./stack/meters.ts";
import { type ProcessLoad, processLoad } from "./stack/processes.ts";
import { startBenchStack, type BenchStack } from "./stack/stack.ts";
import { showHelp } from "./report/show-help.ts";

showHelp(`Measures many waiting onboardings.

  npm run bench:onboardings`);

const { values } = parseArgs({ options: { actors: { type: "string", default: "10000" } } });
const IDLE_SECONDS = 60;
const PHONES = 12;
/** Batches of fifty that arrive while actors are woken. */
const FRESH = { perSecond: 2, seconds: 10 };
const PARTS = ["temporal", "worker", "relay"] as const;

const stack = await startBenchStack();
const database = new Client({ connectionString: stack.database.ownerUrl });
try {
  await database.connect();
  const phones = await buildPhones(stack, PHONES);
  const { fresh } = productSide(stack, phones);
  const before = loads(stack);
  await fillWithWaiting();
  await untilSettled(database);
  const since = await databaseNow(database);
  const startedAt = performance.now();
  const reconciled = stack.run("workers/operator/reconcile.ts");
  const settled = untilAllSettled();
  await sendUntil(settled, async () => {
    await renewAll(stack, phones);
    await openLoop(fresh, FRESH);
  });
  process.stdout.write(`${await reconciled}\n`);
  const wokenSeconds = ((await settled) - startedAt) / 1000;
  await untilSettled(database);
  const lags = await settlementLags(database, since);
  const waiting = loads(stack);
  await sleep(IDLE_SECONDS * 1000);
  const later = loads(stack);
  const [load = "?"] = readFileSync("/proc/loadavg", "utf8").split(" ");
  say(`${values.actors} actors woken and waiting after ${wokenSeconds.toFixed(0)} s, load ${load}`);
  const lag = (part: number) => quantile(lags, part).toFixed(2);
  say(
    `${lags.length} fresh batches meanwhile: settlement lag p50 ${lag(0.5)} s, p99 ${lag(0.99)} s`,
  );
  for (const part of PARTS) {
    const [start, full, end] = [before[part], waiting[part], later[part]];
    const idle = ((end.cpuSeconds - full.cpuSeconds) / IDLE_SECONDS) * 100;
    say(
      `${part.padEnd(9)} memory ${start.memoryMb.toFixed(0)} -> ${end.memoryMb.toFixed(0)} MB, ` +
        `${(end.memoryMb - start.memoryMb).toFixed(0)} MB more; idle CPU ${idle.toFixed(2)} % of a core`,
    );
  }
} finally {
  await database.end();
  await stack.stop();
}

function loads({ pids }: BenchStack): Record<(typeof PARTS)[number], ProcessLoad> {
  const of = (part: string) => processLoad(pids[part] ?? 0);
  return { temporal: of("temporal"), worker: of("worker"), relay: of("relay") };
}

async function fillWithWaiting(): Promise<void> {
  await database.query("select set_config('bench.actors', $1, false)", [values.actors]);
  await database.query(readFileSync(new URL("waiting-onboardings.sql", import.meta.url), "utf8"));
}

/** Sends new batches until all actors have run. */
async function sendUntil(settled: Promise<number>, send: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const ended = settled.finally(() => over.abort());
  while (!over.signal.aborted) await send();
  await ended;
}

/** Resolves when the last of them has run. */
async function untilAllSettled(): Promise<number> {
  for (;;) {
    const { rows } = await database.query<{ left: number }>(
      "select count(*)::int as left from actor where workflow_id like 'onboarding/%' and last_settled_at is null",
    );
    if (rows[0]?.left === 0) return performance.now();
    await sleep(1000);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
