import { isGrpcDeadlineError } from "@temporalio/client";
import type { TestWorkflowEnvironment } from "@temporalio/testing";

/**
 * Lets time pass on a time-skipping server. On a busy machine the server sometimes believes that a finished worker is
 * still busy. Then its clock runs at real speed, and days would take days. The call has a deadline, because the SDK
 * would retry an open call on a closed connection when the server stops, and end the process.
 *
 * @param ms how long, in milliseconds.
 * @param withinMs timeout in milliseconds.
 * @returns whether the time has passed; if not, timers have not fired, and the caller wakes the actors that are due.
 */
export async function passTime(
  temporal: TestWorkflowEnvironment,
  ms: number,
  withinMs = PASSES_WITHIN_MS,
): Promise<boolean> {
  try {
    await temporal.connection.withDeadline(Date.now() + withinMs, () => temporal.sleep(ms));
    return true;
  } catch (error) {
    if (!isGrpcDeadlineError(error)) throw error;
    return false;
  }
}

/** Weeks of timers take a second or two on a busy machine. */
const PASSES_WITHIN_MS = 20_000;
