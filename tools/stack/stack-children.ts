import type { Child } from "../processes/child-process.ts";
import { endLeftovers, rememberChild } from "../processes/children-record.ts";
import { endingOf } from "../processes/part-ending.ts";
import { isRunning } from "../processes/process-record.ts";

/** The children of one stack: recorded as they start, stopped in order. */
export type StackChildren = {
  /** Aborted as soon as the stack stops. */
  readonly stopping: AbortSignal;
  /** Adds a child that has just started. */
  readonly add: (child: Child) => void;
  /** Process ids by part name. */
  readonly pids: () => Record<string, number>;
  /** Stops every child; a second call waits for the first. */
  readonly stop: () => Promise<void>;
};

/**
 * From the parts that no other needs to the one that all need. Parts of one stage are stopped together, each within
 * its own limits (tools/processes/part-ending.ts).
 */
const STOP_ORDER: readonly (readonly string[])[] = [
  ["relay", "worker", "api", "migrate", "pictograms", "pages"],
  ["provider", "keycloak", "mailbox", "exercise-provider"],
  ["temporal"],
  ["postgres"],
];

/** Opens the register of a data folder; first ends what an earlier, killed stack left running. */
export async function openStackChildren(
  directory: string,
  say: (line: string) => void,
  stopOrder = STOP_ORDER,
): Promise<StackChildren> {
  for (const { name, pid } of await endLeftovers(directory)) {
    say(`ended ${name} (process ${pid}), left running by a killed start`);
  }
  const stopping = new AbortController();
  const children = new Map<string, Child>();
  let stopped: Promise<void> | null = null;
  const stopAll = async () => {
    stopping.abort();
    for (const stage of stopOrder)
      await Promise.all(stage.map(async (name) => await children.get(name)?.stop(endingOf(name))));
    await endLeftovers(directory);
  };
  return {
    stopping: stopping.signal,
    add: (child) => {
      rememberChild(directory, child.record);
      children.set(child.name, child);
      if (stopping.signal.aborted) void child.stop(endingOf(child.name));
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
