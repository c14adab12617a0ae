import { ApplicationFailure } from "@temporalio/workflow";

/**
 * Fails a scheduled run that did its work but skipped some rows, so that somebody checks them
 * (docs/rooms/house.md#one-fault). The worker's log names them.
 *
 * @throws ApplicationFailure PASSED_OVER.
 */
export function failIfPassedOver(failedCount: number): void {
  if (failedCount > 0)
    throw ApplicationFailure.nonRetryable(`${failedCount} were skipped`, PASSED_OVER);
}

/** Failure type of a run that skipped something. */
const PASSED_OVER = "PASSED_OVER";
