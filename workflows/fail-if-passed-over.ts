import { ApplicationFailure } from "@temporalio/workflow";

/** Type of the failure of a run that passed something over. */
const PASSED_OVER = "PASSED_OVER";

/**
 * Ends a scheduled run as failed that did its work but for some, so that somebody looks (docs/rules.md#house-one-fault).
 * The worker's log says which they are.
 *
 * @throws ApplicationFailure PASSED_OVER.
 */
export function failIfPassedOver(failedCount: number): void {
  if (failedCount > 0)
    throw ApplicationFailure.nonRetryable(`${failedCount} were passed over`, PASSED_OVER);
}
