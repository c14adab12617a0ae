import { setTimeout as sleep } from "node:timers/promises";
import type { TestWorkflowEnvironment } from "@temporalio/testing";

/** Of a second or two that weeks of timers take on a busy machine. */
const PASSES_WITHIN_MS = 20_000;

/**
 * Lets time pass on a time-skipping server. On a busy machine it now and then takes somebody to be at work who is done:
 * then its clock goes on at the pace of ours, for days, and nobody waits for it. Whoever was to wake by it is found by
 * the database's clock, as after any lost wake-up.
 *
 * @param ms how long, in milliseconds.
 */
export async function passTime(temporal: TestWorkflowEnvironment, ms: number): Promise<void> {
  const passed = temporal.sleep(ms);
  const over = new AbortController();
  const limit = sleep(PASSES_WITHIN_MS, undefined, { signal: over.signal });
  // Once the other of the two has come first, nobody listens to how this one ends.
  passed.catch(() => undefined);
  limit.catch(() => undefined);
  try {
    await Promise.race([passed, limit]);
  } finally {
    over.abort();
  }
}
