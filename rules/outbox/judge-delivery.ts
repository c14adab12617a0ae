import type { Consumer } from "../../contract/outbox/vocabulary.ts";
import { doublingPause } from "./doubling-pause.ts";

/** Why a row was not handed over: `LATER` when the other side only asks for patience. */
export interface FailedDelivery {
  readonly kind: "FAULT" | "LATER";
  /** Class of the failure, never its text: a message may quote what the row's subject wrote. */
  readonly failureClass: string;
  /** With LATER: how long it is to wait, where that is known. */
  readonly pauseMs?: number;
}

/** What becomes of a row that was not handed over. */
export type DeliveryVerdict =
  | { readonly kind: "POSTPONED"; readonly pauseMs: number; readonly countsAsAttempt: boolean }
  | { readonly kind: "DEAD" };

/** Tries of a row before it is laid aside for an operator. Actors are told until they hear it. */
export const DELIVERY_ATTEMPTS = 12;

const LATER_PAUSE_MS = 1_000;
// A wake-up is cheap; Temporal was away, and what waits is not to wait for long once it is back.
const ACTOR_PAUSES = { firstMs: 1_000, longestMs: 5_000 };
const CONSUMER_PAUSES = { firstMs: 1_000, longestMs: 300_000 };

/**
 * Judges one failed delivery. `attempts` counts the failures before this one. A wake-up never dies:
 * it is idempotent, cheap, and a promise to a device.
 */
export function judgeDelivery(
  consumer: Consumer,
  attempts: number,
  failure: FailedDelivery,
): DeliveryVerdict {
  if (failure.kind === "LATER") {
    const pauseMs = failure.pauseMs ?? LATER_PAUSE_MS;
    return { kind: "POSTPONED", pauseMs, countsAsAttempt: false };
  }
  const failures = attempts + 1;
  if (consumer.endsWith("-actor")) return postponed(doublingPause(failures, ACTOR_PAUSES));
  if (failures >= DELIVERY_ATTEMPTS) return { kind: "DEAD" };
  return postponed(doublingPause(failures, CONSUMER_PAUSES));
}

function postponed(pauseMs: number): DeliveryVerdict {
  return { kind: "POSTPONED", pauseMs, countsAsAttempt: true };
}
