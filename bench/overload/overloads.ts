import { setTimeout as sleep } from "node:timers/promises";
import { openLoop, quantile } from "../load.ts";
import { nextBatch, type Phone } from "../phones/phones.ts";
import { type Bench, say } from "../report/rounds.ts";
import { syncUrl } from "../sides.ts";
import { processLoad } from "../stack/processes.ts";
import { findCapacity, untilQuiet } from "./capacity.ts";
import { both, isAccepted, isRefused, latenciesOf, type Outcome, tryOnce } from "./outcomes.ts";

/** Size of the overload. */
export interface OverloadSize {
  readonly devices: readonly number[];
  /** Multiples of the capacity. */
  readonly times: readonly number[];
  readonly seconds: number;
}

/** Part of the capacity on a calm day. */
const CALM = 0.5;
const PROBE_EVERY_MS = 50;
const MEMORY_EVERY_MS = 250;
/** Number of successive answers as fast as on a calm day that prove recovery. */
const WELL = 3;

/** Drives more load than the capacity, and prints the results. */
export async function measureOverload(
  bench: Bench,
  { devices, times, seconds }: OverloadSize,
): Promise<void> {
  const { phones } = bench;
  const capacity = await findCapacity(bench, seconds);
  const calmly = await drive(bench, { phones, perSecond: capacity * CALM, seconds });
  const calm = latenciesOf(calmly.outcomes, isAccepted);
  say(`capacity ${capacity.toFixed(1)} batches/s; calm, at half of it: ${both(calm)}\n`);
  const columns = ["devices", "times", "goodput", "accepted p50, p99", "p99 over calm"];
  print([
    ...columns,
    "refused p50, p99",
    "refused",
    "cut",
    "cores to send",
    "memory",
    "told to wait",
    "well after",
  ]);
  for (const count of devices) {
    for (const factor of times) {
      await untilQuiet(bench);
      const few = phones.slice(0, count);
      const driven = await drive(bench, { phones: few, perSecond: capacity * factor, seconds });
      const wellAfter = await untilWell(bench, quantile(calm, 0.99));
      print([String(count), `${factor}x`, ...cellsOf(driven, { capacity, calm }), wellAfter]);
    }
  }
}

/** Result of an overload. */
interface Driven {
  readonly outcomes: readonly Outcome[];
  readonly seconds: number;
  /** Peak of the API's resident memory, minus its memory before. */
  readonly memory: number;
  /** Cores used by sending; the machine has two in total. */
  readonly sending: number;
}

/**
 * Sends batches at a fixed rate at random times, from the phones in rotation, whether or not earlier ones were
 * answered.
 */
export async function drive(
  { stack }: Bench,
  load: { readonly phones: readonly Phone[]; readonly perSecond: number; readonly seconds: number },
): Promise<Driven> {
  const outcomes: Outcome[] = [];
  let turn = 0;
  const send = async () => {
    const phone = load.phones[(turn += 1) % load.phones.length];
    if (phone !== undefined) outcomes.push(await tryBatch(stack, phone));
  };
  const memory = watchMemory(stack.pids["api"] ?? 0);
  const before = process.cpuUsage();
  const { seconds } = await openLoop(send, load);
  const { user, system } = process.cpuUsage(before);
  const sending = (user + system) / 1e6 / seconds;
  return { outcomes, seconds, sending, memory: memory.stop() };
}

const tryBatch = (stack: Bench["stack"], phone: Phone) =>
  tryOnce({ url: syncUrl(stack, phone), token: phone.accessToken, body: nextBatch(phone) });

function watchMemory(pid: number) {
  const before = processLoad(pid).memoryMb;
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, processLoad(pid).memoryMb);
  }, MEMORY_EVERY_MS);
  return {
    stop: () => {
      clearInterval(watching);
      return most / before;
    },
  };
}

/** Time from the last arrival until batches are accepted again as fast as on a calm day. */
async function untilWell({ stack, phones }: Bench, calmP99: number): Promise<string> {
  const from = performance.now();
  let since = from;
  let inARow = 0;
  for (let turn = 0; inARow < WELL && performance.now() - from < 60_000; turn += 1) {
    const phone = phones[turn % phones.length];
    if (phone === undefined) break;
    const begun = performance.now();
    const { status, ms } = await tryBatch(stack, phone);
    const isWell = isAccepted(status) && ms <= calmP99;
    if (inARow === 0) since = begun;
    inARow = isWell ? inARow + 1 : 0;
    await sleep(PROBE_EVERY_MS);
  }
  return inARow < WELL ? "not within 60 s" : `${((since - from) / 1000).toFixed(2)} s`;
}

function cellsOf(
  { outcomes, seconds, memory, sending }: Driven,
  { capacity, calm }: { readonly capacity: number; readonly calm: readonly number[] },
): string[] {
  const accepted = latenciesOf(outcomes, isAccepted);
  const refused = latenciesOf(outcomes, isRefused);
  const cut = outcomes.length - accepted.length - refused.length;
  const goodput = accepted.length / seconds / capacity;
  const waits = outcomes.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0);
  return [
    `${(100 * goodput).toFixed(0)} %`,
    both(accepted),
    (quantile(accepted, 0.99) / quantile(calm, 0.99)).toFixed(1),
    both(refused),
    String(refused.length),
    String(cut),
    sending.toFixed(2),
    memory.toFixed(2),
    `${Math.max(0, ...waits)} s`,
  ];
}

function print(cells: readonly string[]): void {
  say(`| ${cells.map((cell) => cell.padEnd(17)).join(" | ")} |`);
}
