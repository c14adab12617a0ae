import { isGrpcDeadlineError } from "@temporalio/client";
import type { TestWorkflowEnvironment } from "@temporalio/testing";

/**
 * Lets time pass on a time-skipping server. On a busy machine the server sometimes believes that a finished worker is
 * still busy. Then its clock runs at real speed, and days would take days. An actor that should have woken is found
 * by the database's clock, as after any lost wake-up. The call has a deadline, because the SDK would retry an open
 * call on a closed connection when the server stops, and end the process.
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

/** Timeout. Weeks of timers take a second or two on a busy machine. */
const PASSES_WITHIN_MS = 20_000;
