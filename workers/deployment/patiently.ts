import { setTimeout as sleep } from "node:timers/promises";
import { isGrpcServiceError } from "@temporalio/client";
import { doublingPause, type PauseBounds } from "../../rules/outbox/doubling-pause.ts";

/**
 * Repeats a call that Temporal refuses because it is busy or away: half a promotion would leave actors on the former
 * release. The pauses double; ten refusals in a row take two minutes and are thrown. The call may happen twice.
 */
export async function patiently<T>(
  act: () => Promise<T>,
  pauses: PauseBounds = PAUSES,
): Promise<T> {
  for (let refusals = 1; ; refusals += 1) {
    try {
      return await act();
    } catch (error) {
      if (refusals === MOST_REFUSALS || !isPassing(error)) throw error;
      await sleep(doublingPause(refusals, pauses));
    }
  }
}

const PAUSES: PauseBounds = { firstMs: 500, longestMs: 30_000 };
const MOST_REFUSALS = 10;

/** DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED and UNAVAILABLE. */
const PASSING: ReadonlySet<number> = new Set([4, 8, 14]);

function isPassing(error: unknown): boolean {
  const cause = error instanceof Error && !isGrpcServiceError(error) ? error.cause : error;
  return isGrpcServiceError(cause) && PASSING.has(cause.code);
}
