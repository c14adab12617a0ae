import { ApplicationFailure } from "@temporalio/common";
import type { Logger } from "pino";
import { faultClassOf } from "../db/platform/transactions/fault-class.ts";
import { isPassing } from "./is-passing.ts";

/**
 * Wraps an activity so that only the class of a fault enters the workflow history; its message may quote user data. The
 * fault itself is logged here. Only a transient error crosses as a retryable failure. A refusal (its code is the
 * failure's type) and a bug would fail again in the same way, so they are not retried (docs/rooms/house.md#errors).
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
      throw quietFailure(failureClass, !isPassing(error));
    }
  };
}

function quietFailure(type: string, nonRetryable: boolean): ApplicationFailure {
  const failure = ApplicationFailure.create({ type, message: type, nonRetryable });
  // The log has the stack frames; a history is stored and shown to people.
  return Object.assign(failure, { stack: type });
}
