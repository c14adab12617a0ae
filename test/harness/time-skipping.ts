import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { startTimeSkipping } from "../../tools/temporal/open-time-skipping.ts";
import { getTestPart } from "./context.ts";

/**
 * Starts a time-skipping server for the calling file: timers of days pass in moments. It has no schedules, no listing,
 * no worker versioning and no search attributes. Races at the end of a run need the real server. Call `teardown()` in
 * `afterAll`.
 */
export function openTimeSkipping(): Promise<TestWorkflowEnvironment> {
  return startTimeSkipping(getTestPart("timeSkippingServer"));
}
