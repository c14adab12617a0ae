// Measures the effect of eleven files of 200 people each on other workspaces: `npm run bench:files`. It starts its
// own stack; rounds with and without files alternate, so that both run under the same conditions. Figures:
// `README.md`.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { quantile } from "../load.ts";
import { type BenchCoach, registerCoach } from "../phones/people.ts";
import { say } from "../report/rounds.ts";
import { showHelp } from "../report/show-help.ts";
import { processLoad } from "../stack/processes.ts";
import { startBenchStack } from "../stack/stack.ts";

showHelp(`Measures other workspaces while eleven files of 200 people each are processed, on its own stack.

  npm run bench:files -- [--rounds 3] [--files 11] [--houses 4]`);

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    files: { type: "string", default: "11" },
    houses: { type: "string", default: "4" },
  },
});
const [rounds, files, houses] = [values.rounds, values.files, values.houses].map(Number);
const PEOPLE = 200;
/** Length of a round without files; a round with files lasts until all their outcomes exist. */
const ROUND_MS = 10_000;
/** Pause between two calls of one workspace. */
const PAUSE_MS = 100;
/** Required: each line has its outcome within this time. */
const MOST_MS = 60_000;

const importSchema = z.object({ importId: z.string(), waiting: z.number() });
type Imported = z.infer<typeof importSchema>;

interface TimedCall {
  readonly status: number;
  readonly ms: number;
}

const stack = await startBenchStack();
try {
  const others = await coaches(houses ?? 4);
  // The first calls warm up the processes.
  await callUntil(others, sleep(3_000));
  const alone: TimedCall[] = [];
  const meanwhile: TimedCall[] = [];
  const lasted: number[] = [];
  for (let round = 1; round <= (rounds ?? 3); round += 1) {
    // Coaches who have never sent a file, so that no daily quota is used up.
    const senders = await coaches(files ?? 11);
    alone.push(...(await callUntil(others, sleep(ROUND_MS))));
    const before = cpuOf();
    const sent = Promise.all(senders.map(sendFile));
    const calls = await callUntil(others, sent);
    const after = cpuOf();
    const used = Object.entries(after).map(
      ([part, at]) => `${part} ${(at - (before[part] ?? 0)).toFixed(1)}`,
    );
    say(`CPU seconds: ${used.join(", ")}`);
    meanwhile.push(...calls);
    const each = await sent;
    lasted.push(...each.map(({ ms }) => ms));
    const answers = each.map(({ status }) => status);
    say(
      `round ${round}: files answered ${[...new Set(answers)].join(", ")}, last outcome after ${seconds(Math.max(...each.map(({ ms }) => ms)))}`,
    );
  }
  say(`others alone: ${figuresOf(alone)}`);
  say(`others with ${files} files: ${figuresOf(meanwhile)}`);
  const [a, b] = [alone, meanwhile].map(latenciesOf);
  const times = (at: number) => (quantile(b ?? [], at) / quantile(a ?? [], at)).toFixed(2);
  say(`times: p50 ${times(0.5)}, p95 ${times(0.95)}`);
  const failed = meanwhile.filter(({ status }) => status >= 500).length;
  process.exitCode = failed === 0 && Math.max(...lasted) < MOST_MS ? 0 : 1;
} finally {
  await stack.stop();
}

function cpuOf(): Readonly<Record<string, number>> {
  const each = Object.entries(stack.pids).map(
    ([part, pid]) => [part, processLoad(pid).cpuSeconds] as const,
  );
  return Object.fromEntries(each);
}

function coaches(count: number): Promise<readonly BenchCoach[]> {
  return Promise.all(Array.from({ length: count }, () => registerCoach(stack)));
}

/** Sends a file and polls the outcomes that an actor makes; if the answer says so, it waits and retries. */
async function sendFile(coach: BenchCoach): Promise<TimedCall> {
  const url = `${stack.urls.api}/api/v1/workspaces/${coach.workspaceId}/invitations/csv`;
  const people = Array.from({ length: PEOPLE }, () => `${randomUUID()}@example.com`);
  const body = JSON.stringify({ csv: ["email", ...people].join("\n") });
  const key = randomUUID();
  const from = performance.now();
  for (;;) {
    const { status, data } = await call(url, coach, { method: "POST", body, key });
    if (status === 503) {
      await sleep(1_000);
      continue;
    }
    let imported: Imported = importSchema.parse(data);
    while (imported.waiting > 0) {
      await sleep(500);
      imported = importSchema.parse((await call(`${url}/${imported.importId}`, coach)).data);
    }
    return { status, ms: performance.now() - from };
  }
}

/** Other workspaces call the API in sequence, reads and a write in turn. */
async function callUntil(
  others: readonly BenchCoach[],
  end: Promise<unknown>,
): Promise<readonly TimedCall[]> {
  const calls: TimedCall[] = [];
  const over = new AbortController();
  const ended = end.finally(() => over.abort());
  const house = async (coach: BenchCoach) => {
    const workspace = `${stack.urls.api}/api/v1/workspaces/${coach.workspaceId}`;
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const from = performance.now();
      const changes = turn % 4 === 3;
      const read = [`${stack.urls.api}/api/v1/auth/me`, `${workspace}/invitations`][turn % 3];
      const { status } = changes
        ? await call(`${workspace}/settings`, coach, { method: "PATCH", body: settings(turn) })
        : await call(read ?? `${workspace}/daily-overview`, coach);
      calls.push({ status, ms: performance.now() - from });
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all([ended, ...others.map(house)]);
  return calls;
}

function settings(turn: number): string {
  return JSON.stringify({ digestHour: 6 + (turn % 8) });
}

async function call(
  url: string,
  { token }: BenchCoach,
  sent: { readonly method?: string; readonly body?: string; readonly key?: string } = {},
) {
  const { method = "GET", body, key } = sent;
  const response = await fetch(url, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(key !== undefined && { "Idempotency-Key": key }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (response.status >= 400 && response.status !== 503)
    throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return {
    status: response.status,
    data: z.object({ data: z.unknown() }).parse(response.ok ? JSON.parse(text) : { data: null })
      .data,
  };
}

function latenciesOf(calls: readonly TimedCall[]): readonly number[] {
  return calls
    .filter(({ status }) => status < 500)
    .map(({ ms }) => ms)
    .toSorted((one, other) => one - other);
}

function figuresOf(calls: readonly TimedCall[]): string {
  const latencies = latenciesOf(calls);
  const at = (share: number) => quantile(latencies, share).toFixed(1);
  const refused = calls.filter(({ status }) => status === 503).length;
  return `${calls.length} calls, ${refused} times 503, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
