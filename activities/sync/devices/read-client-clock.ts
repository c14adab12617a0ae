import type { Operation } from "../../../contract/sync/schema.ts";
import { readClock, type ClockReading } from "../../../rules/sync/correct-clock.ts";

/** Reads the clock of the device that sent a request; its last round trip is in the diagnostics. */
export function readClientClock(
  { clientSentAt, operations }: TimedRequest,
  receivedAt: Date,
): ClockReading {
  const sentAt = clientSentAt === undefined ? null : new Date(clientSentAt);
  const roundTrips = operations.map(({ metadata }) => metadata?.diagnostics?.["lastRoundTripMs"]);
  const roundTripMs = roundTrips.findLast((ms) => typeof ms === "number") ?? null;
  return readClock({ sentAt, roundTripMs, receivedAt });
}

/** The fields of a request that show its device's clock. */
export interface TimedRequest {
  /** RFC 3339, by the device's clock. */
  readonly clientSentAt?: string | undefined;
  readonly operations: readonly Operation[];
}
