import { ActivityFailure, ApplicationFailure } from "@temporalio/workflow";

/** Whether an act failed for good, and not by trouble that lasts: then what comes next would meet it too. */
export function isFaultOfOurs(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof ApplicationFailure &&
    error.cause.nonRetryable === true
  );
}
