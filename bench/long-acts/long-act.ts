import { median } from "../load.ts";
import type { BenchStack } from "../stack/stack.ts";
import { processLoad } from "../stack/processes.ts";

/** An act at the maximum of what its caller may send or own. */
export interface LongAct {
  readonly name: string;
  /** Transactions of one act; null if each is measured alone. */
  readonly transactions: number | null;
  /** Prepares one act and returns a function that starts it. */
  readonly prepare: () => Promise<() => Promise<unknown>>;
}

/** CPU milliseconds used by the API and PostgreSQL so far. */
function serverCpuMs({ pids }: BenchStack): number {
  const parts = ["api", "postgres"].map((part) => processLoad(pids[part] ?? 0).cpuSeconds);
  return parts.reduce((sum, seconds) => sum + seconds, 0) * 1_000;
}

/** Cost of one transaction of an act. */
export interface Measured {
  readonly name: string;
  readonly transactions: number;
  /** CPU milliseconds of one transaction. */
  readonly ms: number;
}

/** Runs an act several times, after one warm-up; returns the median of its mean cost per transaction. */
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
