import type { Consumer } from "../../contract/outbox/vocabulary.ts";
import { doublingPause } from "./doubling-pause.ts";

/**
 * Judges one failed delivery. `attempts` counts the failures before this one. A wake-up is never given up: it is
 * idempotent, cheap, and promised to a device.
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

/** Why a row was not delivered: `LATER` if the other side only asks to wait. */
export interface FailedDelivery {
  readonly kind: "FAULT" | "LATER";
  /** Class of the failure, never its text: a message may quote user input. */
  readonly failureClass: string;
  /** With LATER: how long to wait, if known. */
  readonly pauseMs?: number;
}

/** The verdict on a failed delivery. */
export type DeliveryVerdict =
  | { readonly kind: "POSTPONED"; readonly pauseMs: number; readonly countsAsAttempt: boolean }
  | { readonly kind: "DEAD" };

/** Attempts before a row becomes a dead letter for an operator. Wake-ups of actors are retried without limit. */
export const DELIVERY_ATTEMPTS = 12;

const LATER_PAUSE_MS = 1_000;
// A wake-up is cheap. These pauses are short, so that waiting work continues soon after Temporal is back.
const ACTOR_PAUSES = { firstMs: 1_000, longestMs: 5_000 };
const CONSUMER_PAUSES = { firstMs: 1_000, longestMs: 300_000 };

function postponed(pauseMs: number): DeliveryVerdict {
  return { kind: "POSTPONED", pauseMs, countsAsAttempt: true };
}
