import { closedLoop, type Send } from "../load.ts";
import { processLoad } from "../stack/processes.ts";
import type { BenchStack } from "../stack/stack.ts";
import { runAlone } from "./own-statements.ts";

/**
 * Compares reads over HTTP with the same statements alone, in turns, by CPU: prints the cost of each, and their
 * ratio.
 */
export async function compareWithSql(
  stack: BenchStack,
  { what, send, statements, connections, seconds }: Compared,
): Promise<string> {
  const from = cpuNow(stack);
  const { count, seconds: took } = await closedLoop(send, { connections, seconds });
  const ours = (cpuNow(stack) - from) / count;
  const alone = await runAlone(stack, statements, { connections, seconds });
  const theirs = alone.cpuSeconds / (alone.perSecond * seconds);
  return (
    `${what}: ${(count / took).toFixed(0)}/s, ${ms(ours * 1_000)} of CPU; its SQL ` +
    `${alone.perSecond.toFixed(0)}/s, ${ms(theirs * 1_000)}; ratio to its SQL ${(theirs / ours).toFixed(2)}`
  );
}

/** Reads over HTTP, and their statements. */
export interface Compared {
  readonly what: string;
  readonly send: Send;
  readonly statements: Parameters<typeof runAlone>[1];
  readonly connections: number;
  readonly seconds: number;
}

/** CPU seconds used by the API and PostgreSQL so far; the other processes have no part in a read. */
function cpuNow({ pids: { api = 0, postgres = 0 } }: BenchStack): number {
  return processLoad(api).cpuSeconds + processLoad(postgres).cpuSeconds;
}

/** Formats milliseconds. */
export function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}
