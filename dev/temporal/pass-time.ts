import { setTimeout as sleep } from "node:timers/promises";
import type { TestWorkflowEnvironment } from "@temporalio/testing";

/** Of a second or two that weeks of timers take on a busy machine. */
const PASSES_WITHIN_MS = 20_000;

/**
 * Lets time pass on a time-skipping server. It counts who keeps time from being skipped, and on a busy machine now and
 * then forgets that one of them is done: nothing is under way, and its clock goes on at the pace of ours. Time that does
 * not pass is released once more.
 *
 * @param ms how long, in milliseconds.
 */
export async function passTime(temporal: TestWorkflowEnvironment, ms: number): Promise<void> {
  const passed = temporal.sleep(ms);
  const over = new AbortController();
  const released = sleep(PASSES_WITHIN_MS, undefined, { signal: over.signal }).then(
    () => temporal.connection.testService?.unlockTimeSkipping({}),
    () => undefined,
  );
  try {
    await Promise.all([passed, Promise.race([passed, released])]);
  } finally {
    over.abort();
  }
}
