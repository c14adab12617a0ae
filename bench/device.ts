// Measures the device library in Node without a connection: `npm run bench:device`. An action that is queued is
// compared in the same run with a bare commit of the same sealed bytes, on the same disk.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { canonicalForm } from "../contract/canonical-form.ts";
import { openNodeSql } from "../device/adapters/node/node-sql.ts";
import { webCryptoAes } from "../device/adapters/web-crypto/web-crypto-aes.ts";
import { makeMemoryVault } from "../device/testing/memory-vault.ts";
import { acceptingServer } from "./device/accepting-server.ts";
import { drain } from "./device/drain.ts";
import { lanesBesidePoison } from "./device/lanes-beside-poison.ts";
import { glassOf, openBenchDevice, TOKENS } from "./device/open-bench-device.ts";
import { showHelp } from "./report/show-help.ts";

showHelp(`Measures queueing, starting with a long queue, a purge, sending over a network that loses a third,
and lanes beside one whose batches always fail.

  npm run bench:device -- [--waiting 10000] [--samples 500]`);

const { values } = parseArgs({
  options: {
    waiting: { type: "string", default: "10000" },
    samples: { type: "string", default: "500" },
  },
});
const waiting = Number(values.waiting);
const samples = Number(values.samples);

/** Operations of one drain. */
const DRAINED = 1_000;
/** Drains with losses: one loses about ten calls, and their number varies by half. */
const SEEDS = 12;
let isOnline = true;

const folder = await mkdtemp(path.join(tmpdir(), "sideline-bench-device-"));
const memory = makeMemoryVault();
let keysGoneAt = 0;
const vault = {
  ...memory,
  async removeKey(name: string) {
    await memory.removeKey(name);
    if (name.startsWith("queue/")) keysGoneAt = performance.now();
  },
};
try {
  const device = await open();
  await device.signIn(TOKENS);
  isOnline = false;
  const [scope] = await device.scopes();
  if (scope === undefined) throw new Error("The sign-in made no scope");
  for (let made = 0; made < waiting; made += 1) await scope.enqueue(glassOf(made));
  const queued = await timesOf(
    samples,
    async (number) => await scope.enqueue(glassOf(waiting + number)),
  );
  await device.close();
  const bare = await bareCommits();
  const started: number[] = [];
  for (let round = 0; round < 5; round += 1) started.push(await coldStart());
  const { size } = await stat(path.join(folder, "device.db"));
  const { purged, keysGone } = await purge();
  const least = await drain(DRAINED, 0);
  const lossy = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) lossy.push(await drain(DRAINED, 0.3, seed));
  const alone = await lanesBesidePoison(false);
  const beside = await lanesBesidePoison(true);

  say(`bare sealed commit     p50 ${at(bare, 0.5)} ms, p95 ${at(bare, 0.95)} ms`);
  say(`enqueue, ${waiting} waiting  p50 ${at(queued, 0.5)} ms, p95 ${at(queued, 0.95)} ms`);
  say(`enqueue over bare      ${(middle(queued) / middle(bare)).toFixed(1)} times (p50)`);
  say(`cold start, ${waiting} waiting, until the queue is counted  p50 ${at(started, 0.5)} ms`);
  const payload = canonicalForm(glassOf(0).payload).length;
  const stored = Math.round(size / (waiting + samples)) - payload;
  say(`stored for an operation  ${stored} bytes beside its payload of ${payload}`);
  say(
    `sign-out that deletes ${waiting + samples} operations  ${purged.toFixed(1)} ms, its keys are gone after ${keysGone.toFixed(1)} ms`,
  );
  say(
    `bytes to send ${DRAINED} operations at 30 % loss over the least  ${(mean(lossy.map(({ bytes }) => bytes)) / least.bytes).toFixed(2)} times (mean of ${SEEDS})`,
  );
  say(
    `  operations that arrived once  ${Math.min(...lossy.map(({ arrived }) => arrived))}, after ${mean(lossy.map(({ minutes }) => minutes)).toFixed(1)} minutes of virtual time`,
  );
  say(
    `lanes beside a poisoned one over the same lanes alone  ${(100 * (beside / alone - 1)).toFixed(0)} %`,
  );
} finally {
  await rm(folder, { recursive: true });
}

/** Seals the same payload and inserts it into a table of its own, one durable commit each. */
async function bareCommits(): Promise<readonly number[]> {
  const sql = await openNodeSql(path.join(folder, "bare.db"));
  const key = await makeMemoryVault().makeKey("bare");
  await sql.write([{ sql: "create table bare (id integer primary key, body blob not null)" }]);
  const times = await timesOf(samples, async (number) => {
    const content = new TextEncoder().encode(canonicalForm(glassOf(number).payload));
    const body = await webCryptoAes.seal(key, content, "bare");
    await sql.write([{ sql: "insert into bare (body) values (?)", params: [body] }]);
  });
  await sql.close();
  return times;
}

async function open() {
  const server = acceptingServer();
  return await openBenchDevice({
    sql: await openNodeSql(path.join(folder, "device.db")),
    vault,
    http: {
      send: async (request) =>
        isOnline ? server.answer(request) : { kind: "SILENCE", reason: "UNREACHABLE" },
    },
  });
}

/** Milliseconds from the decision to the last deleted row, and until nothing sealed can be read any more. */
async function purge() {
  const device = await open();
  await device.state();
  const begun = performance.now();
  await device.signOut(waiting + samples);
  isOnline = true;
  await device.sync();
  const purged = performance.now() - begun;
  await device.close();
  return { purged, keysGone: keysGoneAt - begun };
}

async function coldStart(): Promise<number> {
  const begun = performance.now();
  const device = await open();
  await device.state();
  const took = performance.now() - begun;
  await device.close();
  return took;
}

/** Milliseconds of each call, one after another. */
async function timesOf(
  count: number,
  act: (number: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const begun = performance.now();
    await act(number);
    times.push(performance.now() - begun);
  }
  return times;
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

function middle(times: readonly number[]): number {
  return percentile(times, 0.5);
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function at(times: readonly number[], share: number): string {
  return percentile(times, share).toFixed(2);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
