import { TestWorkflowEnvironment } from "@temporalio/testing";
import { getTestPart } from "./context.ts";

/**
 * Starts a time-skipping server for the calling file: timers of days pass in moments. It has no
 * schedules, no listing, no worker versioning and no search attributes
 * (docs/rules.md#actors-test-server). Call `teardown()` in `afterAll`.
 */
export function openTimeSkipping(): Promise<TestWorkflowEnvironment> {
  const path = getTestPart("timeSkippingServer");
  return TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: "existing-path", path } },
  });
}
