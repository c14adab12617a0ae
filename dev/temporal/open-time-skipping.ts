import { TestWorkflowEnvironment } from "@temporalio/testing";

/** The SDK waits 5 s for the server to listen; on a busy machine it takes longer. */
const TRIES = 4;

/**
 * Starts a time-skipping server of one's own.
 *
 * @param path its program.
 * @throws Error when it does not listen in time, again and again.
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
