import { TestWorkflowEnvironment } from "@temporalio/testing";

/** The SDK waits 5 s until the server listens; on a busy machine that takes longer. */
const TRIES = 4;

/**
 * Starts a separate time-skipping server.
 *
 * @param path path of the server's program.
 * @throws Error if it repeatedly does not listen in time.
 */
export async function startTimeSkipping(path: string): Promise<TestWorkflowEnvironment> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({
        server: { executable: { type: "existing-path", path } },
      });
    } catch (error) {
      if (left === 0 || !String(error).includes("did not start within")) throw error;
    }
  }
}
