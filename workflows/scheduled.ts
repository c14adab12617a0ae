import { proxySinks, TemporalFailure, type Sinks } from "@temporalio/workflow";

/** A scheduled workflow that reports the result of its run. One that continues as new has not ended yet. */
export function scheduled<Args extends readonly unknown[], Result>(
  run: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      const result = await run(...args);
      scheduledRuns.ended("COMPLETED");
      return result;
    } catch (error) {
      // Any other fault fails the workflow task, which is retried, and not the run.
      if (error instanceof TemporalFailure) scheduledRuns.ended("FAILED");
      throw error;
    }
  };
}

/** Result of a run of a scheduled workflow. */
export type RunOutcome = "COMPLETED" | "FAILED";

/** Where scheduled workflows report their result; it is reported once, and not when a history is replayed. */
export interface ScheduledRunSinks extends Sinks {
  readonly scheduledRuns: { ended(outcome: RunOutcome): void };
}

const { scheduledRuns } = proxySinks<ScheduledRunSinks>();
