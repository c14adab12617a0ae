import { isGrpcDeadlineError } from "@temporalio/client";
import type { TestWorkflowEnvironment } from "@temporalio/testing";

/** Of a second or two that weeks of timers take on a busy machine. */
const PASSES_WITHIN_MS = 20_000;

/**
 * Lets time pass on a time-skipping server. On a busy machine it now and then takes somebody to be at work who is done:
 * then its clock goes on at the pace of ours, for days, and nobody waits for it. Whoever was to wake by it is found by
 * the database's clock, as after any lost wake-up. The call ends at its deadline: the SDK would try one that is still
 * open when the server goes away again, on a closed connection, and end the process.
 *
 * @param ms how long, in milliseconds.
 */
export async function passTime(temporal: TestWorkflowEnvironment, ms: number): Promise<void> {
  try {
    await temporal.connection.withDeadline(Date.now() + PASSES_WITHIN_MS, () => temporal.sleep(ms));
  } catch (error) {
    if (!isGrpcDeadlineError(error)) throw error;
  }
}
