import { callsBetween, type SocketCalls, socketCalls } from "../stack/socket-calls.ts";
import { readMeters, usedBetween } from "../stack/meters.ts";
import type { QuietWorkspace } from "./quiet-workspace.ts";

/** Resources that the stack uses while some work runs. */
export async function useDuring<T>(
  { stack, database, ours }: QuietWorkspace,
  work: () => Promise<T>,
): Promise<{ readonly use: Use; readonly done: T }> {
  const api = stack.pids["api"] ?? 0;
  const from = performance.now();
  const [meters, calls] = [await readMeters(database, ours), socketCalls(api)];
  const done = await work();
  const { cpu } = usedBetween(meters, await readMeters(database, ours));
  const seconds = (performance.now() - from) / 1_000;
  return { use: { seconds, cpu, calls: callsBetween(calls, socketCalls(api)) }, done };
}

/** Resources used within a time. */
export interface Use {
  readonly seconds: number;
  /** CPU seconds by process. */
  readonly cpu: Readonly<Record<string, number>>;
  /** Reads and writes of the API. */
  readonly calls: SocketCalls;
}

/** Adds up what several works used. */
export function addUses(uses: readonly Use[]): Use {
  return uses.reduce((sum, use) => combine(sum, use, 1), NOTHING);
}

/** Subtracts what an idle stack uses in the same time. */
export function lessIdle(use: Use, idle: Use): Use {
  return combine(use, idle, -use.seconds / idle.seconds);
}

/** CPU seconds of all processes. */
export function wholeCpu({ cpu }: Use): number {
  return Object.values(cpu).reduce((sum, seconds) => sum + seconds, 0);
}

const NOTHING: Use = { seconds: 0, cpu: {}, calls: { reads: 0, writes: 0 } };

function combine(one: Use, other: Use, share: number): Use {
  const parts = new Set([...Object.keys(one.cpu), ...Object.keys(other.cpu)]);
  return {
    seconds: one.seconds + share * other.seconds,
    cpu: Object.fromEntries(
      [...parts].map((part) => [part, (one.cpu[part] ?? 0) + share * (other.cpu[part] ?? 0)]),
    ),
    calls: {
      reads: one.calls.reads + share * other.calls.reads,
      writes: one.calls.writes + share * other.calls.writes,
    },
  };
}
