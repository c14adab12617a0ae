import type { Child } from "../processes/child-process.ts";
import { endLeftovers, rememberChild } from "../processes/children-record.ts";
import { type EndingSteps, isRunning } from "../processes/process-record.ts";

/** The children of one stack: written down as they start, stopped in order. */
export type StackChildren = {
  /** Aborted as soon as the stack stops. */
  readonly stopping: AbortSignal;
  /** Takes a child that has just started. */
  readonly add: (child: Child) => void;
  /** Process ids by name of the part. */
  readonly pids: () => Record<string, number>;
  /** Stops every child; a second call waits for the first. */
  readonly stop: () => Promise<void>;
};

// From the part that nobody needs to the one that all need, each with the moment by which it has
// to be gone, counted from the call: together they stay under 10 s even if all of them hang.
const STOP_ORDER = [
  ["relay", 4000],
  ["worker", 6000],
  ["api", 7500],
  ["migrate", 7500],
  ["pictograms", 7500],
  ["provider", 7800],
  ["keycloak", 7800],
  ["mailbox", 7800],
  ["exercise-provider", 7800],
  ["temporal", 8600],
  ["postgres", 9300],
] as const;

const LEAST_LIMIT_MS = 250;

/** Opens the register of a data folder; ends first what an earlier, killed stack left running. */
export async function openStackChildren(
  directory: string,
  say: (line: string) => void,
): Promise<StackChildren> {
  for (const { name, pid } of await endLeftovers(directory)) {
    say(`ended ${name} (process ${pid}), left by a start that was killed`);
  }
  const stopping = new AbortController();
  const children = new Map<string, Child>();
  let stopped: Promise<void> | null = null;
  const stopAll = async () => {
    stopping.abort();
    const startedAt = performance.now();
    for (const [name, deadlineMs] of STOP_ORDER) {
      const limitMs = Math.max(LEAST_LIMIT_MS, startedAt + deadlineMs - performance.now());
      await children.get(name)?.stop(endingOf(name, limitMs));
    }
    await endLeftovers(directory);
  };
  return {
    stopping: stopping.signal,
    add: (child) => {
      rememberChild(directory, child.record);
      children.set(child.name, child);
      if (stopping.signal.aborted) void child.stop(endingOf(child.name, LEAST_LIMIT_MS));
    },
    pids: () =>
      Object.fromEntries(
        [...children.values()]
          .filter(({ record }) => isRunning(record))
          .map(({ name, record }) => [name, record.pid]),
      ),
    stop: () => (stopped ??= stopAll()),
  };
}

function endingOf(name: string, limitMs: number): EndingSteps {
  return name === "postgres"
    ? [
        ["SIGINT", limitMs],
        ["SIGQUIT", LEAST_LIMIT_MS],
        ["SIGKILL", LEAST_LIMIT_MS],
      ]
    : [
        ["SIGTERM", limitMs],
        ["SIGKILL", LEAST_LIMIT_MS],
      ];
}
