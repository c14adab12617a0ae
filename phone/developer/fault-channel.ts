import { type FaultChannel, type Faults, faultsOf, isObject } from "./faults.ts";

/**
 * Shares the developer switches between this browser's pages and workers. All tabs use one library, in the worker of
 * one of them, and therefore share the switches.
 */
export function openFaultChannel(initial: Faults): FaultChannel {
  const channel = new BroadcastChannel("sideline-faults");
  const listeners = new Set<(faults: Faults) => void>();
  let faults = initial;
  const take = (next: Faults) => {
    faults = next;
    for (const listener of listeners) listener(next);
  };
  channel.addEventListener("message", (event) => {
    if ("data" in event && isObject(event.data)) take(faultsOf(event.data));
  });
  return {
    read: () => faults,
    set(next) {
      take(next);
      channel.postMessage(next);
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
