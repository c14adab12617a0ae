import { ApplicationFailure } from "@temporalio/common";
import type { Logger } from "pino";
import { Refusal } from "../contract/refusal.ts";
import { faultClassOf } from "../db/fault-class.ts";

/**
 * Wraps an activity so that nothing of a fault but its class enters a history: a message may quote what
 * somebody wrote. The fault itself is logged here, where it happened. Refusals cross as non-retryable
 * failures whose type is their code, but for UNAVAILABLE, which asks to be tried again (docs/rules.md#house-errors).
 */
export function failQuietly<Args extends readonly unknown[], Result>(
  { log, name }: { readonly log: Logger; readonly name: string },
  act: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await act(...args);
    } catch (error) {
      const failureClass = faultClassOf(error);
      log.error({ activity: name, failureClass, err: error }, "an activity failed");
      const isFinal = error instanceof Refusal && error.code !== "UNAVAILABLE";
      throw quietFailure(failureClass, isFinal);
    }
  };
}

function quietFailure(type: string, nonRetryable: boolean): ApplicationFailure {
  const failure = ApplicationFailure.create({ type, message: type, nonRetryable });
  // The log has the frames; a history is kept and shown.
  return Object.assign(failure, { stack: type });
}
