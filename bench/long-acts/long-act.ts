import { median } from "../load.ts";
import type { BenchStack } from "../stack/stack.ts";
import { processLoad } from "../stack/processes.ts";

/** An act at the legal maximum of what its caller sends or owns. */
export interface LongAct {
  readonly name: string;
  /** Transactions of one act; null where each is measured by itself. */
  readonly transactions: number | null;
  /** Builds what one act needs, and answers how to start it. */
  readonly prepare: () => Promise<() => Promise<unknown>>;
}

/** CPU of the API and of PostgreSQL up to now, in milliseconds. */
function serverCpuMs({ pids }: BenchStack): number {
  const parts = ["api", "postgres"].map((part) => processLoad(pids[part] ?? 0).cpuSeconds);
  return parts.reduce((sum, seconds) => sum + seconds, 0) * 1_000;
}

/** What a transaction of an act costs. */
export interface Measured {
  readonly name: string;
  readonly transactions: number;
  /** CPU of a transaction, in milliseconds. */
  readonly ms: number;
}

/** Runs an act so many times and once before to warm up; the median of what its transactions cost on average. */
export async function measureAct(
  stack: BenchStack,
  { name, transactions, prepare }: LongAct & { readonly transactions: number },
  times: number,
): Promise<Measured> {
  const each: number[] = [];
  for (let turn = 0; turn <= times; turn += 1) {
    const start = await prepare();
    const before = serverCpuMs(stack);
    await start();
    if (turn > 0) each.push((serverCpuMs(stack) - before) / transactions);
  }
  return { name, transactions, ms: median(each) };
}
