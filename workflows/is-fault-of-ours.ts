import { ActivityFailure, ApplicationFailure } from "@temporalio/workflow";

/**
 * Whether an activity failed for good because of an internal error. Exhausted retries do not count as one: their cause
 * would affect the next activity as well.
 */
export function isFaultOfOurs(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof ApplicationFailure &&
    error.cause.nonRetryable === true
  );
}
