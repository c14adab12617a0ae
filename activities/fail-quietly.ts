import { ApplicationFailure } from "@temporalio/common";
import type { Logger } from "pino";
import { faultClassOf } from "../db/fault-class.ts";
import { isPassing } from "./is-passing.ts";

/**
 * Wraps an activity so that nothing of a fault but its class enters a history: a message may quote what
 * somebody wrote. The fault itself is logged here, where it happened. Only passing trouble crosses as a failure that
 * is tried again: a refusal, whose code is the failure's type, or a fault of ours would fail the same way
 * (docs/rooms/house.md#errors).
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
  // The log has the frames; a history is kept and shown.
  return Object.assign(failure, { stack: type });
}
