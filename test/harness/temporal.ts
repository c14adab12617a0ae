import { TestWorkflowEnvironment } from "@temporalio/testing";
import { getTestPart } from "./context.ts";

/**
 * Connects the calling file to the real server, in the product's namespace with its search
 * attributes. Files share it: use a task queue and workflow ids of your own. Call `teardown()` in
 * `afterAll`; it leaves the server running.
 */
export function openTemporal(): Promise<TestWorkflowEnvironment> {
  return TestWorkflowEnvironment.createFromExistingServer(getTestPart("temporal"));
}
